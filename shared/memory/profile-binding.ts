import * as Y from 'yjs'
import { applyLineEdits } from './apply-edits'
import { entriesOf, sectionsOf } from './layout'
import { diffLines, type LineEdit } from './line-edits'
import type { MemoryWriter } from './operations'
import { joinLines, readProfileLines, type ProfileLine, type SectionTitles } from './profile-markdown'

/**
 * Joins one text editor to a memory document. What is typed goes to the document as small operations; what others
 * change comes back as small edits. The editor's own changes are never sent back to it.
 */
export class ProfileBinding {
  private shown: readonly ProfileLine[]
  private isTyping = false
  /** Undo and redo of this writer's changes only. */
  readonly undoManager: Y.UndoManager
  private readonly onTransaction = (transaction: Y.Transaction): void => {
    if (!this.isTyping && transaction.changed.size > 0) this.showStored()
  }

  /** @param show applies edits to the editor; they are what others did, or a correction of what was typed. */
  constructor(
    private readonly writer: MemoryWriter,
    private readonly titles: SectionTitles,
    private readonly show: (edits: readonly LineEdit[]) => void,
    options: { readonly captureTimeoutMs?: number } = {},
  ) {
    this.shown = readProfileLines(writer.doc, titles)
    this.undoManager = new Y.UndoManager([sectionsOf(writer.doc), entriesOf(writer.doc)], {
      // MEM-15: an origin is one writer; what came from elsewhere has another one and stays.
      trackedOrigins: new Set([writer.origin]),
      captureTimeout: options.captureTimeoutMs ?? 500,
    })
    writer.doc.on('afterTransaction', this.onTransaction)
  }

  /** The lines that the editor shows. */
  get lines(): readonly ProfileLine[] {
    return this.shown
  }

  get text(): string {
    return joinLines(this.shown)
  }

  /** To be called with every change that the person made, in order. */
  type(edits: readonly LineEdit[]): void {
    this.isTyping = true
    try {
      this.shown = applyLineEdits(this.writer, this.shown, edits, this.titles)
    } finally {
      this.isTyping = false
    }
  }

  /** Brings the editor in line with the document where they differ. */
  showStored(): void {
    const stored = readProfileLines(this.writer.doc, this.titles)
    const edits = diffLines(this.shown, stored)
    this.shown = stored
    if (edits.length > 0) this.show(edits)
  }

  close(): void {
    this.writer.doc.off('afterTransaction', this.onTransaction)
    this.undoManager.destroy()
  }
}
