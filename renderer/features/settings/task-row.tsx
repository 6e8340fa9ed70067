import type { Job } from '@shared/jobs/job'
import type { ModelRef } from '@shared/sessions/message'
import type { BackgroundTask, Settings } from '@shared/settings'
import { useLocalisation } from '@renderer/i18n'
import { useBackgroundText } from '@renderer/i18n/background-text'
import { FailureNotice } from '@renderer/parts/failure-notice'
import { offeredModels } from '@renderer/state/provider-models'
import { useServices, type UsableModel } from '@renderer/state/services'
import { useObservable, useSettings } from '@renderer/state/use-observable'
import { Button } from '@renderer/ui/button'
import { Select } from '@renderer/ui/choices'
import { Switch } from '@renderer/ui/switch'
import { refusedIn, taskStateOf, type TaskState } from './task-state'

/** One background task: whether it runs, with which model, and how it went. */
export function TaskRow({ task, jobs }: { task: BackgroundTask; jobs: readonly Job[] }) {
  const { settings } = useServices()
  const text = useBackgroundText()
  const { backgroundTasks } = useSettings()
  const { isOn } = backgroundTasks[task]
  const state = taskStateOf(task, jobs)
  const update = (change: Partial<Settings['backgroundTasks'][BackgroundTask]>) =>
    void settings.update({ backgroundTasks: { ...backgroundTasks, [task]: { ...backgroundTasks[task], ...change } } })

  return (
    <li className="flex flex-col gap-2.5 border-b border-line py-4 first:border-t">
      <Switch label={text.tasks[task].name} hint={text.tasks[task].hint} isOn={isOn} onChange={(next) => update({ isOn: next })} />
      {isOn && (
        <>
          <TaskModel task={task} onChange={(model) => update({ model })} />
          <p className="text-sm text-muted tabular-nums">
            <StateLine state={state} />
          </p>
          {state.failed.length > 0 && <Failed task={task} failed={state.failed} />}
        </>
      )}
    </li>
  )
}

function TaskModel({ task, onChange }: { task: BackgroundTask; onChange: (model: ModelRef | null) => void }) {
  const { background, models } = useServices()
  const text = useBackgroundText()
  const usable = useObservable(models.usable)
  const { model } = useSettings().backgroundTasks[task]
  const cheapest = background.cheapest(task)
  const isGone = model !== null && !usable.some(({ ref }) => keyOf(ref) === keyOf(model))
  const hint = isGone ? text.goneModel : model !== null && cheapest !== null ? text.cheapestHint(nameOf(cheapest)) : undefined

  return (
    <Select
      label={text.modelFor(text.tasks[task].name)}
      isLabelHidden
      className="max-w-sm"
      value={model === null ? '' : keyOf(model)}
      onChange={(key) => onChange(usable.find(({ ref }) => keyOf(ref) === key)?.ref ?? null)}
      options={[
        { value: '', label: cheapest === null ? text.cheapestNone : text.cheapest(nameOf(cheapest)) },
        ...(isGone ? [{ value: keyOf(model), label: model.modelId }] : []),
        ...offeredModels(usable).map((one) => ({ value: keyOf(one.ref), label: nameOf(one) })),
      ]}
      {...(hint !== undefined && { hint })}
    />
  )
}

const keyOf = ({ modelProviderId, modelId }: ModelRef): string => `${modelProviderId}/${modelId}`
const nameOf = ({ facts, provider }: UsableModel): string => `${facts.name} · ${provider.name}`

function StateLine({ state }: { state: TaskState }) {
  const { clock } = useServices()
  const { format } = useLocalisation()
  const text = useBackgroundText()
  const { report, lastDoneAt, waiting } = state
  const refused = report === null ? 0 : refusedIn(report)
  const facts = [
    state.isRunning ? text.running : lastDoneAt === null ? text.never : text.lastRun(format.ago(lastDoneAt, clock.now())),
    report !== null && report.accepted > 0 && text.kept(report.accepted),
    report !== null && report.proposed > 0 && text.proposed(report.proposed),
    refused > 0 && text.refused(refused),
    waiting > 0 && text.waiting(waiting),
    waiting > 0 && state.waitsFor === 'network' && text.waitsForNetwork,
    waiting > 0 && state.waitsFor === 'model' && text.waitsForModel,
  ]
  return facts.filter((fact) => fact !== false).join(' · ')
}

function Failed({ task, failed }: { task: BackgroundTask; failed: readonly Job[] }) {
  const { background } = useServices()
  const text = useBackgroundText()
  const failure = failed[0]?.failure
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-40 flex-1 text-sm">{text.failed(failed.length)}</p>
        <Button size="small" onClick={() => void background.tryAgain(task)}>
          {text.tryAgain}
        </Button>
      </div>
      {failure && <FailureNotice failure={failure} role="status" />}
    </div>
  )
}
