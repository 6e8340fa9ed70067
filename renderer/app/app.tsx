import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import type { RouteOutput } from '@shared/bridge/contract'
import { Frame } from '@renderer/features/frame/frame'
import { Rail } from '@renderer/features/sessions/rail'
import { LocalisationProvider, languageFor, loadLanguage, localisationFor, useLocalisation, type Language } from '@renderer/i18n'
import type { MonthCost } from '@renderer/state/month-cost'
import { ServicesProvider, useServices, type Observable, type Services } from '@renderer/state/services'
import { useObservable } from '@renderer/state/use-observable'
import { screenToHash, useView, type Screen } from '@renderer/state/view'
import { Loading } from '@renderer/ui/feedback'
import { UiProvider } from '@renderer/ui/provider'
import { Toaster } from '@renderer/ui/toaster'
import { commands } from './commands'
import { startHashRoute } from './hash-route'
import { startKeyboard } from './keyboard'
import { ScreenBoundary } from './screen-boundary'
import * as screens from './screens'
import { applyAppearance, rememberAppearance } from './theme'

export interface AppProps {
  services: Services
  info: RouteOutput<'app.info'>
  /** What the models cost in this calendar month; null where it is not known. */
  monthCost?: Observable<MonthCost | null>
  /** Turns the lines of the first run into profile entries. */
  onAboutYou: (lines: string) => Promise<void>
}

/** After the first paint and the first reads. */
const preloadDelayMs = 500

export function App(props: AppProps) {
  const { services, info } = props
  const { theme, language: setting, textSize } = useObservable(services.settings)
  const localisation = localisationFor(useShownLanguage(languageFor(setting, info.systemLanguage)))
  const { language } = localisation
  const isMac = info.platform === 'mac'

  useLayoutEffect(() => {
    applyAppearance(document.documentElement, { theme, textSize })
    rememberAppearance(localStorage, { theme, textSize })
    void services.bridge.request('app.setTheme', { theme })
  }, [services, theme, textSize])
  useLayoutEffect(() => {
    document.documentElement.lang = language
    void services.bridge.request('app.setLanguage', { language })
  }, [services, language])
  useEffect(() => {
    const timer = setTimeout(screens.preloadOverlays, preloadDelayMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => startHashRoute(window), [])
  useEffect(() => startKeyboard(document, { services, commands, isMac }), [services, isMac])
  useEffect(
    () =>
      services.bridge.onEvent((event) => {
        // A menu item of the desktop is a command of ours.
        if (event.type === 'command') void commands.find(({ id }) => id === event.commandId)?.run(services)
      }),
    [services],
  )

  return (
    <ServicesProvider value={services}>
      <LocalisationProvider value={localisation}>
        <UiProvider isMac={isMac}>
          <Window {...props} />
        </UiProvider>
      </LocalisationProvider>
    </ServicesProvider>
  )
}

/** Another language is shown when its words are there; until then the one before stays. */
function useShownLanguage(wanted: Language): Language {
  const [shown, setShown] = useState(wanted)
  useEffect(() => {
    let isCurrent = true
    loadLanguage(wanted).then(
      () => isCurrent && setShown(wanted),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [wanted])
  return shown
}

function Window({ services, info, monthCost = unknownCost, onAboutYou }: AppProps) {
  const { text } = useLocalisation()
  const { hasSeenWelcome } = useObservable(services.settings)
  const costOfMonth = useObservable(monthCost)
  const { screen, overlay } = useView()
  useDocumentTitle(screen)

  return (
    <>
      {!hasSeenWelcome && screen.kind === 'pair' ? (
        <Part name="pair">
          <screens.PairScreen code={screen.code ?? null} />
        </Part>
      ) : hasSeenWelcome || isSyncPage(screen) ? (
        <Frame
          isChat={screen.kind === 'chat'}
          isDemo={info.demoBaseUrl !== null}
          monthCost={costOfMonth}
          context={hasContext(screen) ? <Part name="context"><screens.ContextPane /></Part> : null}
          rail={(onHide) => (
            <Rail
              screen={screen}
              onHide={onHide}
              newShortcut={shortcutOf('session.new', info.surface)}
              searchShortcut={shortcutOf('app.search', info.surface)}
            />
          )}
        >
          <Part name={screenToHash(screen)}>
            <CurrentScreen screen={screen} info={info} />
          </Part>
        </Frame>
      ) : (
        <Part name="welcome">
          <screens.WelcomeScreen info={info} onAboutYou={onAboutYou} />
        </Part>
      )}
      {hasSeenWelcome && overlay !== null && (
        <Suspense>
          {overlay === 'palette' && <screens.Palette commands={commands} surface={info.surface} />}
          {overlay === 'shortcuts' && <screens.ShortcutsSheet commands={commands} surface={info.surface} />}
          {overlay === 'search' && <screens.SearchEverything />}
        </Suspense>
      )}
      <Toaster label={text.frame.notifications} dismissLabel={text.frame.dismiss} />
    </>
  )
}

function CurrentScreen({ screen, info }: { screen: Screen; info: AppProps['info'] }) {
  switch (screen.kind) {
    case 'chat':
      return <screens.ChatScreen session={screen.session} message={screen.message} />
    case 'profile':
      return <screens.ProfileScreen />
    case 'memory':
      return <screens.MemoryScreen page={screen.page} entry={screen.entry ?? null} />
    case 'trash':
      return <screens.TrashScreen />
    case 'settings':
      return <screens.SettingsScreen page={screen.page} start={screen.start ?? null} info={info} />
    case 'pair':
      return <screens.PairScreen code={screen.code ?? null} />
  }
}

/** One lazily loaded part of the window, with its own loading and error states. */
function Part({ name, children }: { name: string; children: ReactNode }) {
  const { text } = useLocalisation()
  return (
    <ScreenBoundary
      title={text.frame.screenFailed}
      hint={text.frame.screenFailedHint}
      againLabel={text.frame.openAgain}
      detailLabel={text.common.showDetails}
      resetKey={name}
    >
      <Suspense fallback={<Loading text={text.common.loading} />}>{children}</Suspense>
    </ScreenBoundary>
  )
}

function useDocumentTitle(screen: Screen): void {
  const { text } = useLocalisation()
  const sessions = useObservable(useServices().sessions.list)
  const place = {
    chat: () => sessions.find(({ id }) => screen.kind === 'chat' && id === screen.session)?.title,
    profile: () => text.sessions.profile,
    memory: () => text.sessions.memory,
    trash: () => text.sessions.trashScreen,
    settings: () => text.sessions.settings,
    pair: () => text.settings.sync,
  }[screen.kind]()
  useEffect(() => {
    document.title = place ? `${place} – ${text.common.appName}` : text.common.appName
  }, [place, text])
}

/** The server's setup link leads there, and also a person who is new here. */
const isSyncPage = (screen: Screen) => screen.kind === 'settings' && screen.page === 'sync'

const hasContext = ({ kind }: Screen) => kind === 'chat' || kind === 'profile'

const shortcutOf = (id: string, surface: 'desktop' | 'browser') =>
  commands.find((command) => command.id === id)?.shortcut?.[surface] ?? ''

const unknownCost: Observable<MonthCost | null> = { current: () => null, subscribe: () => () => undefined }
