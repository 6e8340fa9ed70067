import { useLocalisation } from '@renderer/i18n'
import { useSyncText } from '@renderer/i18n/sync-text'
import { sayWebApp, useWebAppCheck } from '@renderer/parts/sync/web-app-check'
import type { VaultView } from '@renderer/state/services'
import { Notice } from '@renderer/ui/feedback'
import { Fact, Section } from '../section'

/** Where a bar turns from quiet to a warning. */
const nearlyFull = 0.9

export function SpaceSection({ vault }: { vault: VaultView }) {
  const { format } = useLocalisation()
  const text = useSyncText()
  const { usedBytes, maxBytes } = vault
  const webApp = useWebAppCheck(vault.serverUrl)
  return (
    <Section title={text.space}>
      <dl>
        <Fact name={text.server}>{vault.serverUrl}</Fact>
        {webApp !== null && <Fact name={text.webApp}>{sayWebApp(webApp, text)}</Fact>}
        <Fact name={text.used}>
          {usedBytes === null ? (
            text.unknown
          ) : maxBytes === null ? (
            format.bytes(usedBytes)
          ) : (
            <span className="flex flex-wrap items-center gap-x-3">
              <Meter used={usedBytes} max={maxBytes} />
              {text.usedOf(format.bytes(usedBytes), format.bytes(maxBytes))}
            </span>
          )}
        </Fact>
        <Fact name={text.epoch}>{text.epochNumber(vault.epoch)}</Fact>
      </dl>
      {webApp?.kind === 'other' && (
        <Notice tone="warn" className="mt-2">
          {text.webAppOtherMeaning}
        </Notice>
      )}
      <p className="mt-1.5 text-xs text-faint">{text.epochHint}</p>
    </Section>
  )
}

function Meter({ used, max }: { used: number; max: number }) {
  const { format } = useLocalisation()
  const text = useSyncText()
  const share = max === 0 ? 1 : Math.min(1, used / max)
  return (
    <span
      role="meter"
      aria-label={text.usedBar}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(used, max)}
      aria-valuetext={text.usedOf(format.bytes(used), format.bytes(max))}
      className="inline-block h-1.5 w-28 overflow-hidden rounded-full border border-line bg-hover"
    >
      <span className={`block h-full rounded-full forced-colors:bg-[Highlight] ${share > nearlyFull ? 'bg-warn' : 'bg-accent'}`} style={{ width: `${share * 100}%` }} />
    </span>
  )
}
