import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import * as Y from 'yjs'
import type { RouteOutput } from '@shared/bridge/contract'
import type { DeviceId, SessionId } from '@shared/ids'
import type { MessageRow } from '@shared/sessions/message'
import { readMemory } from '@shared/memory/view'
import { ok } from '@shared/result'
import { loadLanguage } from '@renderer/i18n'
import { App } from '@renderer/app/app'
import { RecoveryApp } from '@renderer/app/recovery-app'
import { createChangeable } from '@renderer/state/observable'
import '@renderer/ui/styles.css'
import { largeMemory, sampleMemory, type SampleMemory } from './sample-memory'
import { sampleJobs } from './sample-jobs'
import { sampleProfile } from './sample-profile'
import { sampleSync, sampleWebApp } from './sample-sync'
import type { FakeSync } from '../helpers/fake-sync'
import { createFakeServices, fakeNow, fakeProvider, fakeRows, fakeSessions, type FakeOptions } from '../helpers/fake-services'

/*
 * Screens over services that live in memory, for looking at them:
 * ?scene=chat|memory|large-memory|empty|many|welcome|found|no-keychain|recovery &theme=light|dark &language=en|zh-CN &surface=… #/route
 * &joined: the phone went on with the conversation at the same time
 * &sync=alone|synced|syncing|offline|paused|quota|removed|compare|paired|expired|joined, off where it is left out
 * &web-app=same|other: what the server serves to phones, nothing where it is left out
 */
await loadLanguage(new URLSearchParams(location.search).get('language') === 'zh-CN' ? 'zh-CN' : 'en')
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '')
const asked = new URLSearchParams(location.search)
const language = asked.get('language') === 'zh-CN' ? 'zh-CN' : 'en'
const theme = asked.get('theme') === 'dark' ? 'dark' : 'light'
const surface = asked.get('surface') === 'browser' ? 'browser' : 'desktop'

const titles = {
  en: ['Plan 3 days in Kyoto, temples, slow pace', 'Tax return 2026', 'Why does my sourdough collapse?', 'Reading list for the winter', 'A letter to the landlord', 'Regex for ISO dates', 'Names for a bakery', 'Train from Lyon to Turin with two bicycles'],
  'zh-CN': ['京都三日慢游，以寺庙为主', '2026 年度报税', '为什么我的酸种面包会塌？', '冬天的书单', '给房东的一封信', '匹配 ISO 日期的正则表达式', '面包店起名', '带两辆自行车从里昂坐火车去都灵'],
}[language]

const sessions = fakeSessions(titles).map((session, index) => ({ ...session, isPinned: index === 1, trashedAt: index > 5 ? fakeNow - index * 86_400_000 : null }))
const provider = fakeProvider({ id: 'provider-1', preset: 'anthropic', name: 'Anthropic', baseUrl: 'https://api.anthropic.com', api: 'anthropic-messages', models: ['model-large', 'model-small'] })
const rows = joined(fakeRows('session-1' as SessionId, [
  titles[0] ?? '',
  '## Day 1\n\nStart in **Higashiyama** before eight, when the lanes are still empty.\n\n- Kiyomizu-dera at opening\n- Tea in Ninenzaka\n- Kennin-ji in the afternoon\n\n| Temple | Opens | Fee |\n|---|---|---|\n| Kiyomizu-dera | 6:00 | ¥500 |\n| Kennin-ji | 10:00 | ¥800 |\n\n```ts\nconst pace = "slow"\n```',
  ...(asked.has('joined') ? ['And what to eat?', 'Yudofu near Nanzen-ji, and a bowl of nishin soba.', 'Which train gets there by noon?', 'The Haruka at 9:14 from the airport.'] : []),
]))

/** The last question and its answer came from the phone, which did not know of the two before them. */
function joined(all: readonly MessageRow[]): readonly MessageRow[] {
  if (!asked.has('joined')) return all
  return all.map((row, index) => (index < 4 ? row : { ...row, device: 'phone' as DeviceId, parentIds: [all[index === 4 ? 1 : index - 1]?.id ?? row.id] }))
}

const openAi = fakeProvider({ id: 'provider-2', preset: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', api: 'openai-responses', models: ['gpt-5.4-mini', 'gpt-5-nano'] })
const auto = { isOn: true, model: null }

const info: RouteOutput<'app.info'> = {
  version: '0.1.0',
  surface,
  platform: 'linux',
  systemLanguage: language,
  dataFolder: surface === 'desktop' ? '~/.config/Commonplace' : null,
  ...(surface === 'desktop' && { webAppSha256: sampleWebApp }),
  demoBaseUrl: asked.has('demo') ? 'http://127.0.0.1:9' : null,
}

const served = { same: sampleWebApp, other: 'e07c41d9'.repeat(8) }[asked.get('web-app') ?? '']
const base: FakeOptions = { surface, sessions, providers: [provider], rows, settings: { theme, language }, memory: sampleProfile(language, fakeNow), sync: { ...sampleSync(asked.get('sync') ?? 'off', fakeNow), ...(served !== undefined && { webAppSha256: served }) }, replies: { 'app.info': info } }
const scenes: Record<string, FakeOptions> = {
  chat: base,
  empty: { ...base, sessions: [], rows: [], providers: [], memory: new Y.Doc() },
  limited: { ...base, settings: { theme, language, memoryTokenLimit: 100 } },
  many: { ...base, sessions: fakeSessions(Array.from({ length: 500 }, (_, index) => `${titles[index % titles.length] ?? ''} ${index + 1}`)) },
  memory: { ...base, ...memoryOf(sampleMemory(language, fakeNow)) },
  'large-memory': { ...base, ...memoryOf(largeMemory(language, fakeNow, 2_000)) },
  full: { ...base, health: { kind: 'full' } },
  welcome: { ...base, sessions: [], providers: [], settings: { theme, language, hasSeenWelcome: false } },
  found: {
    ...base,
    sessions: [],
    providers: [],
    settings: { theme, language, hasSeenWelcome: false },
    check: { kind: 'failed', failure: { code: 'out-of-credit', stage: 'connect', status: 402, detail: 'insufficient_quota' } },
    replies: { ...base.replies, 'models.discoverLocal': [{ kind: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['a', 'b', 'c'] }] },
  },
  tasks: { ...base, providers: [provider, openAi], jobs: sampleJobs, settings: { theme, language, backgroundTasks: { memory: auto, summary: { isOn: true, model: { modelProviderId: 'provider-2', modelId: 'gpt-5.4-mini' } }, title: { ...auto, isOn: false } } } },
  'no-keychain': { ...base, providers: [], replies: { ...base.replies, 'keyStorage.state': { kind: 'unavailable', name: null, isLocked: false } } },
}

/** With what was used how often. */
function memoryOf({ doc, log }: SampleMemory): Pick<FakeOptions, 'memory' | 'memoryLog' | 'memoryUses'> {
  const ids = [...readMemory(doc).entries.keys()]
  return { memory: doc, memoryLog: log, memoryUses: new Map(ids.filter((_, index) => index % 3 !== 2).map((id, index) => [id, { count: 1 + ((index * 7) % 40), lastAt: fakeNow }])) }
}

declare global {
  interface Window {
    /** For tests that move the states on. */
    fakeSync: FakeSync
  }
}

const scene = asked.get('scene') ?? 'chat'
const root = createRoot(document.getElementById('root') ?? document.body)
if (scene === 'recovery') {
  document.documentElement.dataset['theme'] = theme
  const services = createFakeServices(base)
  root.render(
    <RecoveryApp
      info={info}
      reason="empty"
      detail="IndexedDB: 0 rows"
      listSnapshots={() => services.bridge.request('snapshots.list', {})}
      onRestore={async () => ok(null)}
      onStartEmpty={() => undefined}
      onTryAgain={() => undefined}
    />,
  )
} else {
  const services = createFakeServices(scenes[scene] ?? base)
  window.fakeSync = services.sync
  const cost = createChangeable({ microUsd: 3_120_000, hasEstimates: true })
  root.render(<App services={services} info={info} monthCost={cost} onAboutYou={async () => undefined} />)
}
