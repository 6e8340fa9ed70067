import { describe, expect, test } from 'vitest'
import { explicitRequest, quoteOccurs } from '@shared/memory/words'
import { noRequests, requests } from '../../../fixtures/words-requests'

describe('what the person asks of memory', () => {
  test.each(requests)('%j: %s', (message, kind, ...values) => {
    const request = explicitRequest(message)
    expect(request).toMatchObject(expected(kind, values))
    expect(message).toContain(request?.quote)
    expect(quoteOccurs(request?.quote ?? '', message)).toBe(true)
  })

  function expected(kind: string, [first, second]: readonly (string | null | undefined)[]): object {
    if (kind === 'remember') return { kind, text: first }
    return kind === 'forget' ? { kind, about: first } : { kind, from: first, to: second }
  }
})

describe('what asks nothing of memory', () => {
  test.each(noRequests.map((message) => [message]))('%j', (message) => expect(explicitRequest(message)).toBeNull())
})
