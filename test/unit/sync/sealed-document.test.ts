import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { devicesOf, exchange } from '../../helpers/sync-devices'

function two() {
  const [laptop, phone] = devicesOf(['laptop', 'phone'])
  if (laptop === undefined || phone === undefined) throw new Error('Two were made')
  return { laptop, phone }
}

describe('a sealed document', () => {
  test('SYN-1 edits of two devices meet', () => {
    const { laptop, phone } = two()
    laptop.text.insert(0, 'written before sync was on. ')
    laptop.start()
    phone.start()
    exchange(laptop, phone)
    phone.text.insert(0, 'phone ')
    laptop.text.insert(0, 'laptop ')
    exchange(laptop, phone)
    expect(phone.text.toString()).toBe(laptop.text.toString())
    expect(phone.text.toString()).toContain('phone ')
    expect(phone.text.toString()).toContain('written before')
    expect(phone.events).toEqual([{ kind: 'merged', device: 'laptop', edits: 1 }, { kind: 'merged', device: 'laptop', edits: 1 }])
    expect(Y.encodeStateAsUpdate(laptop.inner)).toEqual(Y.encodeStateAsUpdate(phone.inner))
  })
})
