import type { RouteOutput } from '@shared/bridge/contract'
import { useLocalisation } from '@renderer/i18n'
import { Section } from './section'

export function AboutPage({ info }: { info: RouteOutput<'app.info'> }) {
  const { text } = useLocalisation()
  return (
    <>
      <Section title={text.common.appName} hint={text.settings.version(info.version)}>
        <p className="measure text-read text-pretty">{text.settings.aboutText}</p>
        <p className="measure mt-3 text-muted">{text.settings.telemetry}</p>
      </Section>
      <Section title={text.settings.licence}>
        <p className="text-muted">{text.settings.licenceText}</p>
      </Section>
    </>
  )
}
