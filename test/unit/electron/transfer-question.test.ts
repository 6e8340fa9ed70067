import { describe, expect, test } from 'vitest'
import { createParcelKeys, openParcel } from '@shared/bridge/credential-parcel'
import { createCredentialTransfer, type TransferPorts, type TransferQuestion } from '@shared/bridge/credential-transfer'
import { ok } from '@shared/result'
import { transferDialog } from '../../../electron/transfer-question'

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const secret = 'sk-proj-Zq7Rw2Xy9Kd4Lm8Tp3Vn'
const info = { id: 'k', hasKey: true, hint: 'p3Vn', urlPrefixes: ['https://api.example/v1'], scheme: 'bearer' as const }
const carried = { id: 'k', secret, urlPrefixes: info.urlPrefixes, scheme: info.scheme }

function makeTransfer(changes: Partial<TransferPorts['vault']> = {}, answer = true) {
  const asked: TransferQuestion[] = []
  const saved: unknown[] = []
  const vault: TransferPorts['vault'] = {
    list: () => Promise.resolve([info]),
    reveal: () => Promise.resolve(ok([carried])),
    save(credential) {
      saved.push(credential)
      return Promise.resolve(ok(info))
    },
    ...changes,
  }
  const confirm = (question: TransferQuestion) => {
    asked.push(question)
    return Promise.resolve(answer)
  }
  return { transfer: createCredentialTransfer({ vault, random, confirm }), asked, saved }
}

describe('keys that leave this device', () => {
  test('SEC-1 without the person’s own yes no key is read', async () => {
    let reads = 0
    const reveal = () => {
      reads += 1
      return Promise.resolve(ok([carried]))
    }
    const { transfer, asked } = makeTransfer({ reveal }, false)
    const reply = await transfer.seal({ ids: ['k'], recipientKey: createParcelKeys(random).publicKey, deviceName: 'Pho\nne\u202e' })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect([reads, asked]).toEqual([0, [{ deviceName: 'Pho ne', credentials: [info] }]])
  })

  test('SEC-1 the parcel opens with the pair it was made for and with no other', async () => {
    const [theirs, other] = [createParcelKeys(random), createParcelKeys(random)]
    const reply = await makeTransfer().transfer.seal({ ids: ['k'], recipientKey: theirs.publicKey, deviceName: 'Phone' })
    if (!reply.ok) throw new Error(reply.failure.code)
    expect(openParcel(reply.value.sealed, theirs)).toEqual([carried])
    expect(openParcel(reply.value.sealed, other)).toBeNull()
    for (let at = 0; at < reply.value.sealed.byteLength; at += 7) {
      const flipped = reply.value.sealed.slice()
      flipped[at] = (flipped[at] ?? 0) ^ 1
      expect(openParcel(flipped, theirs)).toBeNull()
    }
  })

  test('SEC-1 nothing is sealed to a key that everybody has the secret of', async () => {
    const reply = await makeTransfer().transfer.seal({ ids: ['k'], recipientKey: new Uint8Array(32), deviceName: 'Phone' })
    expect(reply).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
  })

  test('SEC-2 a key that is here is not replaced by one that goes elsewhere', async () => {
    const there = makeTransfer({ reveal: () => Promise.resolve(ok([{ ...carried, urlPrefixes: ['https://evil.example/v1'] }])) })
    const here = makeTransfer()
    const sealed = await there.transfer.seal({ ids: ['k'], recipientKey: here.transfer.receiveKey().publicKey, deviceName: 'Laptop' })
    if (!sealed.ok) throw new Error(sealed.failure.code)
    expect(await here.transfer.receive(sealed.value)).toEqual({ ok: true, value: { ids: [] } })
    expect(here.saved).toEqual([])
  })
})

test.each(['en', 'zh-CN'] as const)('the question names device, address and end of each key, and no is what Enter means (%s)', (language) => {
  const dialog = transferDialog({ deviceName: 'Phone', credentials: [info, { urlPrefixes: ['http://127.0.0.1:9/v1'], hint: null }] }, language)
  expect(dialog.message).toContain('Phone')
  expect(dialog.detail).toMatch(/api\.example.*p3Vn\n127\.0\.0\.1:9\n/)
  expect([dialog.defaultId, dialog.cancelId]).toEqual([1, 1])
})
