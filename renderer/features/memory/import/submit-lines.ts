import { localDateAt } from '@shared/clock'
import type { SectionId } from '@shared/ids'
import type { ImportedLine } from '@shared/memory/import/import-text'
import { seedMemory } from '@shared/memory/seed'
import { submit } from '@shared/memory/submit'
import type { Services } from '@renderer/state/services'

export interface ImportOutcome {
  readonly proposed: number
  readonly refused: number
}

/** Lines written before the window gets its turn again. */
const atOnce = 25

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** MEM-8: makes proposals of imported lines, none of which holds before the person accepts it. */
export async function submitLines({ memory, clock }: Pick<Services, 'memory' | 'clock'>, name: string, lines: readonly ImportedLine[]): Promise<ImportOutcome> {
  const at = clock.now()
  const today = localDateAt(at)
  seedMemory(memory.doc, memory.writer.origin)
  let proposed = 0
  for (const [index, line] of lines.entries()) {
    if (index > 0 && index % atOnce === 0) await turn()
    const submitted = submit(
      memory.writer,
      {
        change: 'add',
        targets: [],
        sectionId: line.sectionId satisfies string as SectionId,
        text: line.text,
        topic: null,
        basis: 'inferred',
        isUntrusted: true,
        author: { kind: 'import', name },
        provenance: [{ kind: 'import', name, quote: line.text, at }],
      },
      { sourceText: () => null, today },
    )
    if (!('refusal' in submitted)) proposed += 1
  }
  return { proposed, refused: lines.length - proposed }
}
