import type { Settings } from '@shared/settings'
import { useLocalisation } from '@renderer/i18n'
import { useBackgroundText } from '@renderer/i18n/background-text'
import { useServices } from '@renderer/state/services'
import { useSettings } from '@renderer/state/use-observable'
import { Select } from '@renderer/ui/choices'
import { Section } from './section'

const limits = [
  { part: 'profile', setting: 'memoryTokenLimit', choices: [400, 800, 1500, 3000, 6000, 12_000] },
  { part: 'conversation', setting: 'conversationTokenLimit', choices: [4000, 8000, 16_000, 32_000, 64_000, 128_000, 1_000_000] },
  { part: 'recall', setting: 'recallTokenLimit', choices: [0, 500, 1000, 2000, 4000, 8000] },
] as const satisfies readonly { part: string; setting: keyof Settings; choices: readonly number[] }[]

/** How much of what is known may go with a question. */
export function PromptLimits() {
  const { settings } = useServices()
  const current = useSettings()
  const { format } = useLocalisation()
  const text = useBackgroundText().limits
  return (
    <Section title={text.title} hint={text.hint}>
      <div className="flex flex-col gap-5 border-t border-line pt-4">
        {limits.map(({ part, setting, choices }) => (
          <Select
            key={part}
            label={text[part].name}
            hint={text[part].hint}
            className="max-w-sm"
            value={String(current[setting])}
            onChange={(limit) => void settings.update({ [setting]: Number(limit) })}
            options={withCurrent(choices, current[setting]).map((limit) => ({
              value: String(limit),
              label: limit === 0 ? text.none : text.tokens(format.number(limit)),
            }))}
          />
        ))}
      </div>
    </Section>
  )
}

/** A value that was set elsewhere stays to be chosen. */
const withCurrent = (choices: readonly number[], current: number): number[] => [...new Set([...choices, current])].sort((a, b) => a - b)
