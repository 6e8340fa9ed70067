import { describe, expect, test, vi } from 'vitest'
import { externalUrl } from '@shared/bridge/external-url'
import { guardContents, guardPermissions, isTrustedFrame, mayNavigate, mayUse, type GuardedContents } from '../../../electron/security'

const hostileUrls = [
  'https://example.com/',
  'https://x/?next=app://commonplace/',
  'app://other/',
  'app://commonplace.example.com/',
  'app://commonplace@evil/',
  'app://user:pass@commonplace/',
  'appx://commonplace/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'blob:https://example.com/1',
  'about:blank',
  'ms-msdt:/id',
  '',
  'nonsense',
]

describe('where a page may go', () => {
  test('only the app itself is navigated to', () => {
    expect(hostileUrls.filter(mayNavigate)).toEqual([])
    expect(['app://commonplace/', 'app://commonplace/?recovery', 'app://commonplace/index.html#/s/1'].every(mayNavigate)).toBe(true)
  })

  test.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['http://example.com', 'http://example.com/'],
    ['mailto:someone@example.com', 'mailto:someone@example.com'],
    ['HTTPS://EXAMPLE.com', 'https://example.com/'],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    [' javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['ms-msdt:/id PCWDiagnostic', null],
    ['smb://host/share', null],
    ['vscode://file/x', null],
    ['app://commonplace/', null],
    ['data:text/html,x', null],
    ['//example.com', null],
    ['', null],
  ])('what is handed to the operating system: %s', (given, expected) => {
    expect(externalUrl(given)).toBe(expected)
  })

  test('guards stop navigation, redirects, frames, webviews and child windows', () => {
    const listeners = new Map<string, (event: { url?: string; preventDefault(): void }, url?: string) => void>()
    let openHandler: ((details: { url: string }) => { action: 'deny' }) | undefined
    const contents: GuardedContents = {
      on: (event, listener) => listeners.set(event, listener),
      setWindowOpenHandler: (handler) => (openHandler = handler),
    }
    const opened: string[] = []
    guardContents(contents, (url) => opened.push(url))

    const prevented = (name: string, url: string, isSecondArgument = false) => {
      const preventDefault = vi.fn()
      listeners.get(name)?.(isSecondArgument ? { preventDefault } : { url, preventDefault }, url)
      return preventDefault.mock.calls.length
    }
    const names = ['will-navigate', 'will-redirect', 'will-frame-navigate']
    expect(names.map((name) => prevented(name, 'https://example.com'))).toEqual([1, 1, 1])
    expect(names.map((name) => prevented(name, 'https://example.com', true))).toEqual([1, 1, 1])
    expect(names.map((name) => prevented(name, 'app://commonplace/#/profile'))).toEqual([0, 0, 0])
    expect(prevented('will-attach-webview', 'app://commonplace/')).toBe(1)
    expect(['https://example.com/', 'file:///x', 'app://commonplace/'].map((url) => openHandler?.({ url }))).toEqual(Array(3).fill({ action: 'deny' }))
    expect(opened).toEqual(['https://example.com/'])
  })
})

describe('what a page may use', () => {
  const app = 'app://commonplace/'

  test.each([
    ['notifications', app, true],
    ['clipboard-sanitized-write', app, true],
    ['clipboard-read', app, false],
    ['media', app, false],
    ['geolocation', app, false],
    ['midiSysex', app, false],
    ['openExternal', app, false],
    ['fullscreen', app, false],
    ['hid', app, false],
    ['usb', app, false],
    ['unknown-new-permission', app, false],
    ['notifications', 'https://example.com/', false],
    ['notifications', null, false],
  ])('%s from %s: %s', (permission, origin, expected) => {
    expect(mayUse(permission, origin)).toBe(expected)
  })

  test.each([
    [['video'], app, true],
    [['audio'], app, false],
    [['video', 'audio'], app, false],
    [['unknown'], app, false],
    [[], app, false],
    [['video'], 'https://example.com/', false],
  ])('the camera, asked for as %s from %s: %s', (media, origin, expected) => {
    expect(mayUse('media', origin, media)).toBe(expected)
  })

  test('the handlers of the session answer by that list, devices never', () => {
    const handlers: unknown[] = []
    const keep = (handler: unknown) => void handlers.push(handler)
    guardPermissions({ setPermissionRequestHandler: keep, setPermissionCheckHandler: keep, setDevicePermissionHandler: keep })
    const [request, check, device] = handlers as [
      (contents: unknown, permission: string, answer: (isGranted: boolean) => void, details: { requestingUrl: string; mediaTypes?: string[] }) => void,
      (contents: unknown, permission: string, origin: string, details: { mediaType?: string }) => boolean,
      () => boolean,
    ]
    const answers: boolean[] = []
    const ask = (permission: string, mediaTypes: string[]) => request(null, permission, (isGranted) => answers.push(isGranted), { requestingUrl: app, mediaTypes })
    ask('notifications', [])
    ask('media', ['video'])
    ask('media', ['video', 'audio'])
    request(null, 'geolocation', (isGranted) => answers.push(isGranted), { requestingUrl: app })
    expect(answers).toEqual([true, true, false, false])
    const checks = [check(null, 'notifications', app, {}), check(null, 'media', app, { mediaType: 'video' }), check(null, 'media', app, { mediaType: 'audio' })]
    expect([checks, device()]).toEqual([[true, true, false], false])
  })
})

test.each([
  [{ url: 'app://commonplace/', parent: null }, true],
  [{ url: 'app://commonplace/', parent: {} }, false],
  [{ url: 'https://example.com/', parent: null }, false],
  [{ url: 'about:blank', parent: null }, false],
  [{ url: '', parent: null }, false],
  [null, false],
  [undefined, false],
])('a message is heard from the top frame of the app only: %o', (frame, expected) => {
  expect(isTrustedFrame(frame)).toBe(expected)
})
