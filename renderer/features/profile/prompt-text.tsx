import { Copy } from 'lucide-react'
import { useLocalisation } from '@renderer/i18n'
import { leftOutEntries, systemTokens } from '@renderer/state/prompt-figures'
import type { PreviewState } from '@renderer/state/use-memory'
import { Button } from '@renderer/ui/button'
import { Loading, Notice } from '@renderer/ui/feedback'
import { announce } from '@renderer/ui/toasts'

/** The system part of the next prompt, word for word. */
export function PromptText({ state }: { state: PreviewState }) {
  const { text, format } = useLocalisation()
  if (state.kind === 'counting') return <Loading text={text.profile.counting} />
  if (state.kind === 'failed') return <Notice tone="error" className="mt-4">{text.profile.promptFailed}</Notice>
  const { prompt, manifest } = state.preview
  const isEmpty = !manifest.items.some((item) => item.kind === 'memory-entry')
  const leftOut = leftOutEntries(manifest).length
  const copy = () => {
    void navigator.clipboard.writeText(prompt.system).then(() => announce(text.common.copied))
  }
  return (
    <section aria-label={text.profile.prompt} className="pt-4">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-48 flex-1 text-pretty text-muted">{isEmpty ? text.profile.promptEmpty : text.profile.promptHint}</p>
        <span className="text-sm text-faint tabular-nums">{text.profile.promptTokens(format.number(systemTokens(manifest)))}</span>
        <Button size="small" icon={<Copy size={14} aria-hidden />} onClick={copy}>
          {text.profile.copyPrompt}
        </Button>
      </div>
      {leftOut > 0 && (
        <Notice tone="warn" className="mb-2">
          {text.profile.leftOutNote(leftOut)}
        </Notice>
      )}
      <pre className="overflow-x-auto rounded-lg border border-line bg-code px-4 py-3 font-mono text-sm break-words whitespace-pre-wrap select-text">
        {prompt.system}
      </pre>
    </section>
  )
}
