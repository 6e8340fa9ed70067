import { useState } from 'react'
import { isSameModel, routeKey } from '@shared/calls/candidate'
import type { ModelRef } from '@shared/sessions/message'
import { useCallsText } from '@renderer/i18n/calls-text'
import { useServices, type UsableModel } from '@renderer/state/services'
import { useSettings } from '@renderer/state/use-observable'
import { Select } from '@renderer/ui/choices'
import { announce } from '@renderer/ui/toasts'
import { addable, isSameBareModel, moved, routesFor, withRoutes } from './routes-list'
import { RouteRow } from './route-row'
import { Section } from './section'

const nameOf = ({ facts, provider }: UsableModel): string => `${facts.name} · ${provider.name}`

/** For each model the person's ordered list of other ways to it, each with how it answers. */
export default function RoutesSection({ usable }: { usable: readonly UsableModel[] }) {
  const { settings } = useServices()
  const { routes: lists, defaultModel } = useSettings()
  const words = useCallsText().routes
  const [picked, setPicked] = useState<string | null>(null)
  const model = usable.find(({ ref }) => routeKey(ref) === picked) ?? usable.find(({ ref }) => defaultModel !== null && isSameModel(ref, defaultModel)) ?? usable[0]
  if (model === undefined) return null
  const routes = routesFor(lists, model.ref)
  const save = (next: readonly ModelRef[]): void => void settings.update({ routes: withRoutes(lists, model.ref, next) })
  const find = (ref: ModelRef): UsableModel | null => usable.find((one) => isSameModel(one.ref, ref)) ?? null
  const labelOf = (ref: ModelRef): string => {
    const found = find(ref)
    return found === null ? ref.modelId : nameOf(found)
  }
  const move = (from: number, to: number): void => {
    const ref = routes[from]
    if (ref === undefined) return
    save(moved(routes, from, to))
    announce(words.moved(labelOf(ref), to + 1))
  }
  const more = addable(usable, model.ref, routes)

  return (
    <Section title={words.title} hint={words.hint}>
      <Select
        label={words.model}
        className="mb-3 max-w-sm"
        value={routeKey(model.ref)}
        onChange={setPicked}
        options={usable.map((one) => ({ value: routeKey(one.ref), label: nameOf(one) }))}
      />
      <ol className="border-t border-line">
        <RouteRow name={words.own} model={model} />
        {routes.map((ref, at) => (
          <RouteRow
            key={routeKey(ref)}
            name={labelOf(ref)}
            model={find(ref)}
            onUp={at > 0 ? () => move(at, at - 1) : null}
            onDown={at < routes.length - 1 ? () => move(at, at + 1) : null}
            onRemove={() => save(routes.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {routes.length === 0 && <p className="py-2 text-sm text-muted">{words.none}</p>}
      {more.length > 0 && (
        <Select
          label={words.add}
          className="mt-3 max-w-sm"
          value=""
          onChange={(key) => {
            const added = more.find(({ ref }) => routeKey(ref) === key)
            if (added !== undefined) save([...routes, added.ref])
          }}
          options={[
            { value: '', label: words.addNone },
            ...more.map((one) => ({ value: routeKey(one.ref), label: isSameBareModel(one.ref, model.ref) ? words.sameModel(nameOf(one)) : nameOf(one) })),
          ]}
        />
      )}
    </Section>
  )
}
