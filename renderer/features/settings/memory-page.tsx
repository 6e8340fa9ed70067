import { useBackgroundText } from '@renderer/i18n/background-text'
import { useServices } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { PromptLimits } from './prompt-limits'
import { Section } from './section'
import { TaskRow } from './task-row'

const tasks = ['memory', 'summary', 'title'] as const

export function MemoryPage() {
  const { background } = useServices()
  const text = useBackgroundText()
  const jobs = useObservable(background.jobs)
  return (
    <>
      <Section title={text.title} hint={text.hint}>
        <ul>
          {tasks.map((task) => (
            <TaskRow key={task} task={task} jobs={jobs} />
          ))}
        </ul>
      </Section>
      <PromptLimits />
    </>
  )
}
