import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress } from '../../../sync-server/src/client-address'

const from = (remoteAddress: string, said?: string) => {
  const request = { headers: said === undefined ? {} : { 'x-forwarded-for': said }, socket: { remoteAddress } }
  return clientAddress(request as unknown as IncomingMessage, ['127.0.0.1', '10.0.0.2'])
}

test('a proxy is believed, a client that claims to be another is not', () => {
  expect(from('203.0.113.7')).toBe('203.0.113.7')
  expect(from('203.0.113.7', '1.1.1.1')).toBe('203.0.113.7')
  expect(from('127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  expect(from('::ffff:127.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
  expect(from('127.0.0.1', '1.1.1.1, 203.0.113.7')).toBe('203.0.113.7')
  expect(from('127.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2')).toBe('203.0.113.7')
  expect(from('127.0.0.1')).toBe('127.0.0.1')
  expect(from('127.0.0.1', ' , ')).toBe('127.0.0.1')
})
