import { languageFor } from '@renderer/i18n'
import type { ProviderInput, Services } from '@renderer/state/services'
import { addAboutYou } from '../about-you'
import type { Composition } from '../compose'
import { sampleWorkspace } from './sample-workspace'
import { storeSessions } from './store-sessions'

const demoKey = 'demo-key'

/** Sets up the pretend model behind `npm run demo`, and in an empty profile a few conversations to look at. */
export async function setUpDemo(composition: Composition, baseUrl: string, systemLanguage: string): Promise<void> {
  const { services } = composition
  await allowKeys(services)
  const model = await bringDemoModel(services, baseUrl)
  if (model === null || services.settings.current().hasSeenWelcome) return
  const workspace = sampleWorkspace[languageFor(services.settings.current().language, systemLanguage)]
  await addAboutYou(services, workspace.profile.join('\n'))
  await storeSessions(composition, workspace.sessions, model)
  await services.settings.update({ defaultModel: model.ref, hasSeenWelcome: true })
}

/** The demo's key is no secret: without a keychain it is kept until the end of the demo. */
async function allowKeys({ bridge }: Services): Promise<void> {
  const state = await bridge.request('keyStorage.state', {})
  if (state.ok && state.value.kind === 'unavailable') await bridge.request('keyStorage.choose', { kind: 'until-quit' })
}

/** The emulator listens on another port each time: the provider of an earlier start is changed. */
async function bringDemoModel({ models }: Services, baseUrl: string) {
  const existing = models.providers.current().find(({ preset }) => preset === 'demo')
  const input: ProviderInput = { id: existing?.id ?? null, preset: 'demo', name: 'Demo', baseUrl, api: 'openai-chat', key: demoKey }
  const outcome = await models.check(input, AbortSignal.timeout(10_000))
  const saved = await models.save(input, outcome)
  if (!saved.ok) return null
  return models.usable.current().find(({ provider }) => provider.id === saved.value.id) ?? null
}
