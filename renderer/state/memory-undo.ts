import * as Y from 'yjs'
import { create } from 'zustand'
import { entriesOf, sectionsOf } from '@shared/memory/layout'
import type { MemoryWriter } from '@shared/memory/operations'
import { rulesOf } from '@shared/memory/rules'

/** Steps that can be taken back, the newest last. */
interface UndoSteps {
  readonly steps: readonly UndoStep[]
}

interface UndoStep {
  readonly undo: () => void
  readonly drop: () => void
}

const mostSteps = 50

export const useMemoryUndo = create<UndoSteps>(() => ({ steps: [] }))

/**
 * Runs a change of memory as one step that can be taken back, in any order with others.
 * MEM-15: each step has an origin of its own, so that taking it back touches nothing that anybody else wrote.
 * @param act gets the writer to write with; everything it does in this call is the step.
 */
export function undoable(writer: MemoryWriter, act: (writer: MemoryWriter) => void): () => void {
  const { doc } = writer
  const own: MemoryWriter = { ...writer, origin: { ...writer.origin } }
  const manager = new Y.UndoManager([entriesOf(doc), sectionsOf(doc), rulesOf(doc)], {
    trackedOrigins: new Set([own.origin]),
    captureTimeout: Number.MAX_SAFE_INTEGER,
  })
  act(own)
  const drop = () => {
    manager.clear()
    manager.destroy()
  }
  const step: UndoStep = {
    drop,
    undo() {
      useMemoryUndo.setState(({ steps }) => ({ steps: steps.filter((other) => other !== step) }))
      manager.undo()
      drop()
    },
  }
  push(step)
  return () => {
    if (useMemoryUndo.getState().steps.includes(step)) step.undo()
  }
}

function push(step: UndoStep): void {
  const { steps } = useMemoryUndo.getState()
  for (const old of steps.slice(0, Math.max(0, steps.length + 1 - mostSteps))) old.drop()
  useMemoryUndo.setState({ steps: [...steps, step].slice(-mostSteps) })
}

/** Takes the newest step back; false where there is none. */
export function undoLastOfMemory(): boolean {
  const step = useMemoryUndo.getState().steps.at(-1)
  step?.undo()
  return step !== undefined
}
