import { describe, expect, it } from 'vitest'
import { createIdFactory } from '@shared/ids'

describe('ids', () => {
  it('sort by time and within one millisecond, and never repeat, also beyond the random bytes that are fetched at a time', () => {
    let now = 1_700_000_000_000
    const newId = createIdFactory({ now: () => now })
    const ids = Array.from({ length: 2000 }, (_, at) => {
      if (at % 3 === 0) now++
      return newId<string>()
    })
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(ids.filter((_, at) => at % 3 === 0).map((id) => id.slice(10))).size).toBe(Math.ceil(ids.length / 3))
  })

  it('of two factories differ at the same instant', () => {
    const clock = { now: () => 1_700_000_000_000 }
    expect(createIdFactory(clock)<string>()).not.toBe(createIdFactory(clock)<string>())
  })
})
