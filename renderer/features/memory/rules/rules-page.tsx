import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { acceptLevels } from '@shared/memory/layout'
import { useMemoryText } from '@renderer/i18n/memory-text'
import { useMemoryView } from '@renderer/parts/memory/memory-view'
import { useMemoryActions } from '@renderer/parts/memory/use-memory-actions'
import { CategoryRules } from './category-rules'
import { SectionRules } from './section-rules'
import { TopicRules } from './topic-rules'

/** What may become memory by itself, how long it lasts, and what is never stored. */
export function RulesPage() {
  const text = useMemoryText()
  const view = useMemoryView()
  const actions = useMemoryActions()
  return (
    <div className="flex flex-col gap-9 pt-5">
      <Part title={text.sectionsTitle} hint={text.sectionsHint}>
        <Meanings />
        <SectionRules sections={view.sections} actions={actions} />
      </Part>
      <Part title={text.topicsTitle} hint={text.topicsHint}>
        <TopicRules rules={view.rules.filter(({ kind }) => kind !== 'category')} actions={actions} />
      </Part>
      <Part title={text.categoriesTitle} hint={text.categoriesHint}>
        <CategoryRules rules={view.rules.filter(({ kind }) => kind === 'category')} actions={actions} />
      </Part>
      <section aria-label={text.secretsTitle} className="flex items-start gap-3 rounded-lg bg-sunken px-4 py-3">
        <LockKeyhole size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
        <div>
          <h2 className="text-base">{text.secretsTitle}</h2>
          <p className="text-sm text-muted">{text.secretsHint}</p>
        </div>
      </section>
    </div>
  )
}

/** What can be chosen, each in a sentence, said once for all sections. */
function Meanings() {
  const text = useMemoryText()
  return (
    <dl className="mb-4 grid gap-x-4 gap-y-1.5 rounded-lg bg-sunken px-4 py-3 text-sm sm:grid-cols-[auto_1fr]">
      {acceptLevels.map((level) => (
        <div key={level} className="sm:contents">
          <dt className="font-medium">{text.levels[level]}</dt>
          <dd className="text-pretty text-muted">{text.levelHints[level]}</dd>
        </div>
      ))}
      <div className="sm:contents">
        <dt className="font-medium">{text.lifetimeShort}</dt>
        <dd className="text-pretty text-muted">{text.lifetimeHint}</dd>
      </div>
    </dl>
  )
}

function Part({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <p className="mb-3 text-sm text-pretty text-muted">{hint}</p>
      {children}
    </section>
  )
}
