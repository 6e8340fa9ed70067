import { maxFileBytes } from '@shared/bridge/contract'
import { takesFile } from '@shared/providers/file-forms'
import { mediaKindOf } from '@shared/providers/media'
import type { MediaKind } from '@shared/providers/model-provider'
import type { FilePart } from '@shared/sessions/message'
import { useLocalisation } from '@renderer/i18n'
import { useFilesText, type FilesText } from '@renderer/i18n/files-text'
import { FailureNotice } from '@renderer/parts/failure-notice'
import type { UsableModel } from '@renderer/state/services'
import { Notice } from '@renderer/ui/feedback'
import type { Refused } from './attach-files'

interface AttachmentNoticesProps {
  files: readonly FilePart[]
  refused: Refused | null
  model: UsableModel | null
  onChooseModel: () => void
  onClear: () => void
}

/** What stands between the attached files and the model, said before anything is sent. */
export default function AttachmentNotices({ files, refused, model, onChooseModel, onClear }: AttachmentNoticesProps) {
  return (
    <>
      {refused !== null && <RefusedNotice refused={refused} onClear={onClear} />}
      {model !== null && files.length > 0 && <ModelNotice files={files} model={model} onChooseModel={onChooseModel} />}
    </>
  )
}

function RefusedNotice({ refused, onClear }: { refused: Refused; onClear: () => void }) {
  const { text, format } = useLocalisation()
  const words = useFilesText()
  if (refused.why === 'failure') {
    return <FailureNotice failure={refused.failure} role="alert" className="mb-2" actions={{ retry: onClear, edit: onClear, dismiss: onClear }} />
  }
  const sentences = {
    kind: words.refusedKind(refused.name),
    size: words.refusedSize(refused.name, format.bytes(maxFileBytes)),
    empty: words.refusedEmpty(refused.name),
    unreadable: words.unreadable(refused.name),
  }
  return (
    <Notice tone="warn" role="alert" className="mb-2" action={{ label: text.common.close, run: onClear }}>
      {sentences[refused.why]}
    </Notice>
  )
}

function ModelNotice({ files, model, onChooseModel }: { files: readonly FilePart[]; model: UsableModel; onChooseModel: () => void }) {
  const { text } = useLocalisation()
  const words = useFilesText()
  const name = model.facts.name
  const refusedFiles = files.filter(({ mediaType }) => takesFile(model, mediaType) === false)
  if (refusedFiles.length > 0) {
    const names = words.list(refusedFiles.map((file) => file.name))
    const kinds = kindsOf(refusedFiles, words)
    // It reads this kind, but its service has no form for the format.
    const isFormat = refusedFiles.every(({ mediaType }) => model.facts.takes[mediaKindOf(mediaType) ?? 'image'] === true)
    return (
      <Notice tone="warn" role="status" className="mb-2" action={{ label: text.chat.chooseModel, run: onChooseModel }}>
        {isFormat ? words.noForm(name, names) : words.cannotBeSent(name, names, kinds)}
      </Notice>
    )
  }
  const unknown = files.filter(({ mediaType }) => takesFile(model, mediaType) === null)
  if (unknown.length === 0) return null
  return (
    <Notice tone="info" role="status" className="mb-2">
      {words.notKnown(name, kindsOf(unknown, words))}
    </Notice>
  )
}

const kindsOf = (files: readonly FilePart[], words: FilesText): string => {
  const kinds = new Set(files.map(({ mediaType }) => mediaKindOf(mediaType)))
  return words.list([...kinds].map((kind: MediaKind | null) => (kind === null ? words.other : words.kinds[kind])))
}
