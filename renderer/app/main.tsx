import '@renderer/ui/styles.css'
import { setNonce } from 'get-nonce'
import { createRoot, type Root } from 'react-dom/client'
import type { Bridge } from '@shared/bridge/bridge'
import type { RouteOutput } from '@shared/bridge/contract'
import { openDatabase, type OpenOutcome } from '@renderer/db/health'
import { createStorageGuard } from '@renderer/db/storage-guard'
import { languageFor, loadLanguage } from '@renderer/i18n'
import { createBridge } from '@renderer/platform'
import { App } from './app'
import { compose } from './compose'
import { RecoveryApp } from './recovery-app'
import { applyRememberedAppearance } from './theme'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
if (nonce !== undefined) setNonce(nonce)

/** What is shown first, and what it asks for, does not wait for a copy of the app. */
const webAppAfterMs = 2_000

async function start(): Promise<void> {
  applyRememberedAppearance(document.documentElement, localStorage)
  const root = createRoot(rootElement())
  if (!isSecureContext) return showInsecure(root)
  const bridge = createBridge()
  const [info, opened] = await Promise.all([bridge.request('app.info', {}), openDatabase({ bridge })])
  if (!info.ok) throw new Error(info.failure.code)
  if (opened.kind === 'recovery') return showRecovery(root, bridge, info.value, opened)
  try {
    await showApp(root, bridge, info.value, opened)
  } catch (error) {
    // A document of the database cannot be read: said, with the way to a snapshot, instead of an empty page.
    await showRecovery(root, bridge, info.value, { kind: 'recovery', reason: 'open-failed', detail: String(error), db: opened.db })
  }
}

async function showApp(
  root: Root,
  bridge: Bridge,
  info: RouteOutput<'app.info'>,
  opened: Exclude<OpenOutcome, { kind: 'recovery' }>,
): Promise<void> {
  const composition = await compose(bridge, opened.db, info)
  const { services, monthCost, flush } = composition
  await loadLanguage(languageFor(services.settings.current().language, info.systemLanguage)).catch(doWithout)
  bridge.onEvent((event) => {
    if (event.type === 'before-quit') void flush().finally(() => bridge.readyToQuit())
  })
  addEventListener('pagehide', () => void flush())
  if (info.demoBaseUrl !== null) {
    const { setUpDemo } = await import('./demo/set-up-demo')
    await setUpDemo(composition, opened.db, info.demoBaseUrl, info.systemLanguage)
  }
  // What another app shared; see the manifest.
  if (location.search.includes('share-')) await (await import('./take-shared')).takeShared(services)
  root.render(<App services={services} info={info} monthCost={monthCost} onAboutYou={async (lines) => (await import('./about-you')).addAboutYou(services, lines)} />)
  if (bridge.surface === 'browser' && info.demoBaseUrl === null) {
    setTimeout(() => void import('./web-app').then(({ startWebApp }) => startWebApp(services, info), doWithout), webAppAfterMs)
  }
}

/** The network went before it was there: the next start with one makes up for it. */
const doWithout = (): void => undefined

async function showInsecure(root: Root): Promise<void> {
  const { InsecurePage } = await import('./insecure-page')
  root.render(<InsecurePage />)
}

async function showRecovery(
  root: Root,
  bridge: Bridge,
  info: RouteOutput<'app.info'>,
  { reason, detail, db }: Extract<OpenOutcome, { kind: 'recovery' }>,
): Promise<void> {
  await loadLanguage(languageFor('system', info.systemLanguage)).catch(doWithout)
  const again = (): void => location.reload()
  root.render(
    <RecoveryApp
      info={info}
      reason={reason}
      detail={detail}
      listSnapshots={() => bridge.request('snapshots.list', {})}
      onTryAgain={again}
      onRestore={
        db === null
          ? null
          : async (id) => {
              const lines = await bridge.request('snapshots.read', { id })
              if (!lines.ok) return lines
              const { restoreSnapshot } = await import('@renderer/db/restore')
              const restored = await restoreSnapshot(lines.value, db, createStorageGuard())
              if (!restored.ok) return restored
              again()
              return { ok: true, value: null }
            }
      }
      onStartEmpty={db === null ? null : () => void showApp(root, bridge, info, { kind: 'fresh', db })}
    />,
  )
}

function rootElement(): HTMLElement {
  const element = document.getElementById('root')
  if (element === null) throw new Error('no #root in the page')
  return element
}

void start()
