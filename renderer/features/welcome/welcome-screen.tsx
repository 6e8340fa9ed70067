import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import type { Settings } from '@shared/settings'
import { languageFor, useLocalisation } from '@renderer/i18n'
import { useWelcomeText } from '@renderer/i18n/welcome-text'
import { ProviderForm } from '@renderer/parts/provider-form'
import { hostOf } from '@renderer/parts/provider-presets'
import { useServices } from '@renderer/state/services'
import { useObservable, useSettings } from '@renderer/state/use-observable'
import { useView } from '@renderer/state/view'
import { Button } from '@renderer/ui/button'
import { Select } from '@renderer/ui/choices'
import { TextArea } from '@renderer/ui/text-field'

interface WelcomeScreenProps {
  info: RouteOutput<'app.info'>
  /** Turns the lines into profile entries. */
  onAboutYou: (lines: string) => Promise<void>
}

/** The first run. Nothing here has to be filled in. */
export function WelcomeScreen({ info, onAboutYou }: WelcomeScreenProps) {
  const { settings, models } = useServices()
  const { text } = useLocalisation()
  const words = useWelcomeText()
  const open = useView((view) => view.open)
  const providers = useObservable(models.providers)
  const [isAdding, setAdding] = useState(false)
  const [aboutYou, setAboutYou] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  const ready = providers.at(-1)

  const leave = async () => {
    setLeaving(true)
    if (aboutYou.trim() !== '') await onAboutYou(aboutYou)
    await settings.update({ hasSeenWelcome: true })
    setLeaving(false)
  }

  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-xl flex-col px-5 py-8 sm:py-14">
        <header className="mb-10 flex flex-wrap items-start gap-x-4 gap-y-6">
          <div className="min-w-0 flex-1 basis-full sm:basis-0">
            <h1 className="text-2xl tracking-tight break-keep">{words.title}</h1>
            <p className="mt-1 text-read text-muted">{info.surface === 'desktop' ? words.promise : words.promiseBrowser}</p>
          </div>
          <LanguageSelect systemLanguage={info.systemLanguage} />
        </header>

        <Step number={1} title={words.bringModel} hint={words.bringModelHint}>
          {ready !== undefined && !isAdding ? (
            <div role="status" className="flex flex-wrap items-center gap-3 rounded-lg border border-transparent bg-accent-soft px-3 py-2.5">
              <CircleCheck size={17} aria-hidden className="text-accent" />
              <div className="min-w-0 flex-1">
                <p className="font-medium">{words.readyWith(ready.name)}</p>
                <p className="text-sm text-muted">
                  {text.settings.modelCount(ready.models.length)} · {text.providers.goesTo(hostOf(ready.baseUrl))}
                </p>
              </div>
              <Button size="small" look="quiet" onClick={() => setAdding(true)}>
                {words.useAnother}
              </Button>
            </div>
          ) : (
            <ProviderForm existing={null} shape="short" onSaved={() => setAdding(false)} />
          )}
        </Step>

        <Step number={2} title={words.aboutYou} note={words.optional}>
          <TextArea
            label={words.aboutYouLabel}
            isLabelHidden
            placeholder={words.aboutYouPlaceholder}
            value={aboutYou}
            onChange={setAboutYou}
            minRows={3}
            hint={words.aboutYouHint}
          />
        </Step>

        <div className="mt-2 flex flex-wrap items-center gap-3">
          {ready === undefined ? (
            <Button className="h-10 px-5" isBusy={isLeaving} onClick={() => void leave()}>
              {words.lookAround}
            </Button>
          ) : (
            <Button look="primary" className="h-10 px-6" isBusy={isLeaving} onClick={() => void leave()}>
              {words.start}
            </Button>
          )}
          <Button look="quiet" className="h-10" onClick={() => open({ kind: 'pair' })}>
            {words.otherDevice}
          </Button>
        </div>
      </div>
    </main>
  )
}

function LanguageSelect({ systemLanguage }: { systemLanguage: string }) {
  const { settings } = useServices()
  const words = useWelcomeText()
  const { language } = useSettings()
  return (
    <Select<Exclude<Settings['language'], 'system'>>
      label={words.language}
      isLabelHidden
      className="order-first ml-auto w-32 sm:order-none"
      value={languageFor(language, systemLanguage)}
      onChange={(chosen) => void settings.update({ language: chosen })}
      options={[
        { value: 'en', label: 'English' },
        { value: 'zh-CN', label: '简体中文' },
      ]}
    />
  )
}

interface StepProps {
  number: number
  title: string
  note?: string
  hint?: string
  children: ReactNode
}

function Step({ number, title, note, hint, children }: StepProps) {
  return (
    <section aria-label={title} className="mb-9">
      <h2 className="flex items-baseline gap-2.5 text-lg">
        <span aria-hidden className="text-base font-normal text-faint tabular-nums">
          {number}
        </span>
        {title}
        {note !== undefined && <span className="text-sm font-normal text-faint">{note}</span>}
      </h2>
      {hint !== undefined && <p className="mt-0.5 text-muted">{hint}</p>}
      <div className="mt-3.5">{children}</div>
    </section>
  )
}
