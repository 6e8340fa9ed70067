import type { PhraseFault } from '@shared/sync/phrase'
import type { SyncText } from '@renderer/i18n/sync-text'

/** What is wrong with a phrase, and what was probably meant. */
export function faultWords(fault: PhraseFault, { phraseFaults }: SyncText): string {
  switch (fault.kind) {
    case 'word-count':
      return phraseFaults.length(fault.words)
    case 'unknown-word': {
      const said = phraseFaults.word(fault.word, fault.typed)
      return fault.suggestion === null ? said : `${said} ${phraseFaults.meant(fault.suggestion)}`
    }
    case 'checksum':
      return phraseFaults.checksum
  }
}
