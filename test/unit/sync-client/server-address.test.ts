import { describe, expect, test } from 'vitest'
import { readServerAddress, readSetupToken, webSocketAddress } from '@renderer/sync/server-address'

describe('the address of a sync server as people type it', () => {
  test.each([
    ['sync.example.org', 'https://sync.example.org'],
    ['  https://sync.example.org/  ', 'https://sync.example.org'],
    ['wss://sync.example.org/sync', 'https://sync.example.org'],
    ['https://sync.example.org:8443/#/settings/sync?setup=abc', 'https://sync.example.org:8443'],
    ['localhost:4870', 'http://localhost:4870'],
    ['http://127.0.0.1:4870', 'http://127.0.0.1:4870'],
    ['ws://[::1]:4870/sync', 'http://[::1]:4870'],
    ['https://localhost', 'https://localhost'],
  ])('%s', (typed, url) => {
    expect(readServerAddress(typed)).toEqual({ kind: 'good', url, isSecure: true })
  })

  test.each(['http://sync.example.org', 'ws://192.168.1.20:4870', 'http://localhost.example.org'])('%s would show tokens on the way', (typed) => {
    expect(readServerAddress(typed)).toEqual({ kind: 'insecure' })
  })

  test.each(['', '  ', 'not an address', 'ftp://sync.example.org', 'https://', 'https://me:secret@sync.example.org', 'javascript:alert(1)'])('%j is none', (typed) => {
    expect(readServerAddress(typed)).toEqual({ kind: 'invalid' })
  })

  test('a setup link holds the token, sockets have a path of their own', () => {
    expect(readSetupToken('https://sync.example.org/#/settings/sync?setup=aB_9-x')).toBe('aB_9-x')
    expect(readSetupToken('aB_9-x')).toBeNull()
    expect(webSocketAddress('https://sync.example.org')).toBe('wss://sync.example.org/sync')
  })
})
