import { demoFaultHeader, demoFaults, readDemoFault, writeDemoFault, type DemoFault, type DemoFaultOrder } from '@shared/providers/demo-fault'
import type { ModelProvider } from '@shared/providers/model-provider'
import { useLocalisation } from '@renderer/i18n'
import { useDemoText } from '@renderer/i18n/demo-text'
import { inputAsStored } from '@renderer/parts/provider-presets'
import { failureView } from '@renderer/state/failure-view'
import { proxyDraftOf } from '@renderer/state/proxy-draft'
import { useServices } from '@renderer/state/services'
import { Select } from '@renderer/ui/choices'
import { showToast } from '@renderer/ui/toasts'

/** Orders faults of the demo's model, as a header of its provider that every request carries. */
export default function DemoFaults({ provider }: { provider: ModelProvider }) {
  const { models, newId } = useServices()
  const localisation = useLocalisation()
  const text = useDemoText()
  const order = readDemoFault(provider.headers.find(({ name }) => name === demoFaultHeader)?.value ?? '')

  const set = async (wanted: DemoFaultOrder | null) => {
    const others = provider.headers.filter(({ name }) => name !== demoFaultHeader)
    const headers = wanted === null ? others : [...others, { name: demoFaultHeader, value: writeDemoFault(wanted) }]
    const access = {
      keptKeyIds: provider.moreCredentialIds,
      addedKeys: [],
      headers,
      idleTimeoutMs: provider.idleTimeoutMs,
      proxy: proxyDraftOf(provider.proxy),
      modelsByHand: provider.models.filter(({ addedByHand }) => addedByHand).map(({ id }) => id),
    }
    const saved = await models.save({ ...inputAsStored(provider), access }, null)
    if (!saved.ok) showToast({ text: failureView(saved.failure, localisation).text, tone: 'error' })
  }
  const fresh = (changes: Partial<DemoFaultOrder>): DemoFaultOrder => {
    const { fault, of, once } = { fault: 'limited' as DemoFault, of: 'both' as const, once: 'next', ...order, ...changes }
    // Each order of one call has a name, so that a change orders another one.
    return { fault, of, once: once === null ? null : newId<string>() }
  }

  return (
    <section aria-label={text.title} className="mt-3 rounded-lg border border-line bg-sunken p-3">
      <h4 className="text-sm font-medium">{text.title}</h4>
      <p className="text-xs text-pretty text-muted">{text.hint}</p>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        <Select
          label={text.fault}
          value={order?.fault ?? 'off'}
          options={[{ value: 'off', label: text.off }, ...demoFaults.map((value) => ({ value, label: text.faults[value] }))]}
          onChange={(value) => void set(value === 'off' ? null : fresh({ fault: value as DemoFault }))}
        />
        {order !== null && (
          <>
            <Select
              label={text.when}
              value={order.once === null ? 'always' : 'next'}
              options={[
                { value: 'next', label: text.next },
                { value: 'always', label: text.always },
              ]}
              onChange={(value) => void set(fresh({ once: value === 'always' ? null : 'next' }))}
            />
            <Select
              label={text.of}
              value={order.of}
              options={[
                { value: 'both', label: text.both },
                { value: 'large', label: text.large },
              ]}
              onChange={(value) => void set(fresh({ of: value === 'large' ? 'large' : 'both' }))}
            />
          </>
        )}
      </div>
    </section>
  )
}
