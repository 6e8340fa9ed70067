import { useMemo } from 'react'
import { useLocalisation } from '@renderer/i18n'
import { useNewSession } from '@renderer/state/new-session'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { Switch } from '@renderer/ui/switch'

interface EmptyChatProps {
  hasModels: boolean
  /** Texts of profile entries that a first question may be about, best first. */
  topics: readonly string[]
  onStart: (text: string) => void
  /** The session does not exist yet. */
  isNew: boolean
}

const startersShown = 3

/** A session before its first message: a greeting, and up to three ways to begin. */
export function EmptyChat({ hasModels, topics, onStart, isNew }: EmptyChatProps) {
  const { text } = useLocalisation()
  const open = useView((view) => view.open)
  const { isPrivate, setPrivate } = useNewSession()
  const starters = useMemo(() => {
    const general = [text.chat.starterPlan, text.chat.starterExplain, text.chat.starterDraft]
    return [...(isPrivate ? [] : topics.map(text.chat.starterAbout)), ...general].slice(0, startersShown)
  }, [topics, text, isPrivate])
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end overflow-y-auto">
      <div className="mx-auto w-full max-w-[calc(var(--measure)+5rem)] px-4 pb-8 sm:px-10">
        <h2 className="text-2xl font-semibold text-balance">{hasModels ? text.chat.greeting : text.chat.greetingNoModel}</h2>
        {hasModels ? (
          <ul aria-label={text.chat.starters} className="mt-5 -ml-2 flex flex-col items-start gap-0.5">
            {starters.map((starter) => (
              <li key={starter} className="max-w-full">
                <button
                  type="button"
                  onClick={() => onStart(starter)}
                  className="max-w-full rounded-md px-2 py-1.5 text-left text-read text-muted transition-colors touch-target hover:bg-hover hover:text-text"
                >
                  {starter}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <div className="mt-3 flex flex-col items-start gap-4">
            <p className="text-read text-pretty text-muted">{text.chat.noModelHint}</p>
            <Button look="primary" onClick={() => open({ kind: 'settings', page: 'models' })}>
              {text.chat.setUpModel}
            </Button>
          </div>
        )}
        {hasModels && isNew && (
          <div className="mt-6 w-72 max-w-full">
            <Switch label={text.chat.privateSession} hint={text.chat.privateHint} isOn={isPrivate} onChange={setPrivate} />
          </div>
        )}
      </div>
    </div>
  )
}
