import { externalUrl } from '@shared/bridge/external-url'

/** The app's own origin on the desktop. */
export const appScheme = 'app'
export const appHost = 'commonplace'
export const appOrigin = `${appScheme}://${appHost}`

/** The parts of Electron's WebFrameMain that decide; the frame of a message can be null. */
export interface SenderFrame {
  readonly url: string
  readonly parent: unknown
}

export function isAppUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === ''
}

/** Only the top frame of our own page may speak to main. */
export const isTrustedFrame = (frame: SenderFrame | null | undefined): boolean =>
  frame !== null && frame !== undefined && frame.parent === null && isAppUrl(frame.url)

/** Navigation stays inside the app; the top frame only ever shows the page itself. */
export const mayNavigate = (url: string): boolean => isAppUrl(url)

/** No child windows, ever; what a browser or a mail program opens is handed over. */
export function decideWindowOpen(url: string): { readonly action: 'deny'; readonly external: string | null } {
  return { action: 'deny', external: externalUrl(url) }
}

const allowedPermissions: ReadonlySet<string> = new Set(['notifications', 'clipboard-sanitized-write', 'storage-access', 'persistent-storage'])

/**
 * Everything else is denied: microphone, location, devices, reading the clipboard, fullscreen, opening other
 * programs. The camera reads the code of another device when the two are paired.
 * @param media Kinds of media that are asked for, where the permission is `media`.
 */
export const mayUse = (permission: string, requestingUrl: string | null, media: readonly string[] = []): boolean => {
  const isCamera = permission === 'media' && media.length > 0 && media.every((kind) => kind === 'video')
  return (isCamera || allowedPermissions.has(permission)) && requestingUrl !== null && isAppUrl(requestingUrl)
}

interface NavigationEvent {
  readonly url?: string
  preventDefault(): void
}

export interface GuardedContents {
  on(event: string, listener: (event: NavigationEvent, url?: string) => void): unknown
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' }): void
}

/** Puts the guards on one page, before it loads anything. */
export function guardContents(contents: GuardedContents, openExternal: (url: string) => void): void {
  for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
    contents.on(event, (details, url) => {
      if (!mayNavigate(details.url ?? url ?? '')) details.preventDefault()
    })
  }
  contents.on('will-attach-webview', (details) => details.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const { action, external } = decideWindowOpen(url)
    if (external !== null) openExternal(external)
    return { action }
  })
}

interface MediaDetails {
  readonly mediaTypes?: readonly string[]
}

export interface GuardedSession {
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, answer: (isGranted: boolean) => void, details: MediaDetails & { requestingUrl: string }) => void,
  ): void
  setPermissionCheckHandler(handler: (contents: unknown, permission: string, requestingOrigin: string, details: { mediaType?: string }) => boolean): void
  setDevicePermissionHandler(handler: () => boolean): void
}

export function guardPermissions(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, mediaTypes }) => answer(mayUse(permission, requestingUrl, mediaTypes)))
  session.setPermissionCheckHandler((_contents, permission, origin, { mediaType }) => mayUse(permission, origin, mediaType === undefined ? [] : [mediaType]))
  session.setDevicePermissionHandler(() => false)
}
