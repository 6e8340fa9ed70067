import { clsx } from 'clsx'
import { browserAccessOf, isOutOfReach } from '@shared/providers/browser-access'
import { presets, type PresetGroup } from '@shared/providers/presets'
import { useProviderFormText } from '@renderer/i18n/provider-form-text'
import { useServices } from '@renderer/state/services'
import { presetName } from './preset-name'
import type { Preset } from './provider-presets'

const groups: readonly PresetGroup[] = ['service', 'aggregator', 'own', 'other']

/** Everything that can be added, by who runs it. */
export function ProviderChooser({ onChoose }: { onChoose: (preset: Preset) => void }) {
  const text = useProviderFormText()
  return (
    <div className="flex flex-col gap-4 pb-2">
      {groups.map((group) => (
        <section key={group} aria-label={text.groups[group]}>
          <h3 className="mb-1.5 text-sm font-medium text-muted">{text.groups[group]}</h3>
          <ul className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
            {Object.values(presets).flatMap(({ id, group: own }) =>
              own === group && id !== 'demo'
                ? [
                    <li key={id}>
                      <ChooserItem preset={id} onChoose={onChoose} />
                    </li>,
                  ]
                : [],
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ChooserItem({ preset, onChoose }: { preset: Preset; onChoose: (preset: Preset) => void }) {
  const { bridge } = useServices()
  const text = useProviderFormText()
  const isFar = bridge.surface === 'browser' && isOutOfReach(browserAccessOf(presets[preset]))
  const { group, baseUrl } = presets[preset]
  const hint = isFar ? text.notFromBrowser : (text.hints[preset] ?? (group === 'own' && baseUrl !== null ? new URL(baseUrl).host : ''))
  return (
    <button
      type="button"
      onClick={() => onChoose(preset)}
      className="flex h-full w-full flex-col justify-center rounded-lg border border-line bg-raised px-3 py-2 text-left transition-colors touch-target hover:border-control hover:bg-hover"
    >
      <span className={clsx('font-medium break-words', isFar && 'text-muted')}>{presetName(preset, text)}</span>
      {hint !== '' && <span className="text-xs break-words text-muted">{hint}</span>}
    </button>
  )
}
