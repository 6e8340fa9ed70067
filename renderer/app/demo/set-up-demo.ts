import type { CommonplaceDb } from '@renderer/db/schema'
import { languageFor, localisationFor } from '@renderer/i18n'
import type { ProviderInput, Services, UsableModel } from '@renderer/state/services'
import type { Composition } from '../compose'

const demoKey = 'demo-key'

/** Sets up the pretend model behind `npm run demo`, and in an empty profile a month that has been lived with it. */
export async function setUpDemo(composition: Composition, db: CommonplaceDb, baseUrl: string, systemLanguage: string): Promise<void> {
  const { services } = composition
  // Loaded while the model is asked whether it is there; a profile that has had its month needs none of it.
  const month = services.settings.current().hasSeenWelcome ? null : loadMonth()
  await allowKeys(services)
  const model = await bringDemoModel(services, baseUrl)
  if (model === null || month === null) return
  await fill(composition, db, model, systemLanguage, await month)
  await services.settings.update({ defaultModel: model.ref, hasSeenWelcome: true })
}

/** The demo's key is no secret: without a keychain it is kept until the end of the demo. */
async function allowKeys({ bridge }: Services): Promise<void> {
  const state = await bridge.request('keyStorage.state', {})
  if (state.ok && state.value.kind === 'unavailable') await bridge.request('keyStorage.choose', { kind: 'until-quit' })
}

/** The emulator listens on another port each time: the provider of an earlier start is changed. */
async function bringDemoModel({ models }: Services, baseUrl: string): Promise<UsableModel | null> {
  const existing = models.providers.current().find(({ preset }) => preset === 'demo')
  const input: ProviderInput = { id: existing?.id ?? null, preset: 'demo', name: 'Demo', baseUrl, api: 'openai-chat', key: demoKey }
  const outcome = await models.check(input, AbortSignal.timeout(10_000))
  const saved = await models.save(input, outcome)
  if (!saved.ok) return null
  return models.usable.current().find(({ provider }) => provider.id === saved.value.id) ?? null
}

async function loadMonth() {
  const [{ sampleMonths }, { storeMonth }] = await Promise.all([import('./sample-months'), import('./month/store-month')])
  return { sampleMonths, storeMonth }
}

async function fill(
  { services, store, device }: Composition,
  db: CommonplaceDb,
  model: UsableModel,
  systemLanguage: string,
  { sampleMonths, storeMonth }: Awaited<ReturnType<typeof loadMonth>>,
): Promise<void> {
  const language = languageFor(services.settings.current().language, systemLanguage)
  const { sectionTitles } = localisationFor(language).text.profile
  await storeMonth(sampleMonths[language], {
    ...{ db, store, device, model, language },
    titles: (id) => sectionTitles[id as keyof typeof sectionTitles] ?? '',
    now: services.clock.now(),
  })
}
