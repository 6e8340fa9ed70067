import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ok } from '@shared/result'
import { createApiClient, type Fetch } from '@renderer/sync/api-client'
import { fetchBlob, pieceBytes, sendBlob } from '@renderer/sync/blobs'
import { NetworkPath } from '../../helpers/network-path'
import { startTestServer } from '../../helpers/sync-server'

const mebibyte = 2 ** 20

test('SYN-8 an upload that is cut in the middle goes on from what the server has, and ends as the same bytes', async () => {
  const server = await startTestServer({ storage: 'sqlite' })
  const path = await NetworkPath.open(Number(new URL(server.url).port))
  onTestFinished(async () => {
    await path.close()
    await server.stop()
  })
  const { token } = await server.createVault()
  const ranges: string[] = []
  const noting: Fetch = (input, init) => {
    const range = new Headers(init?.headers).get('content-range')
    if (range !== null) ranges.push(range)
    return fetch(input, init)
  }
  const api = createApiClient(path.url, noting)
  const bytes = new Uint8Array(randomBytes(3 * mebibyte + 12_345))
  const blob = { id: randomBytes(16).toString('base64url'), bytes }

  // Undone in the middle of the second piece: what has arrived of it counts.
  path.cutAfter(1.5 * mebibyte)
  expect(await sendBlob(api, token, blob)).toMatchObject({ ok: false, failure: 'unreachable' })
  expect(ranges).toHaveLength(2)
  path.become('through')
  await expect.poll(async () => (await api.request(`/blobs/${blob.id}`, { method: 'HEAD', token })).ok).toBe(true)
  const begun = await api.request(`/blobs/${blob.id}`, { method: 'HEAD', token })
  const kept = Number(begun.ok ? begun.value.headers.get('upload-offset') : 0)
  expect(kept).toBeGreaterThanOrEqual(pieceBytes)
  ranges.length = 0
  expect(await sendBlob(api, token, blob)).toEqual(ok(null))
  const first = Number(/^bytes (\d+)-/.exec(ranges[0] ?? '')?.[1])
  expect([first >= pieceBytes, first < bytes.byteLength]).toEqual([true, true])
  const fetched = await fetchBlob(api, token, blob.id, 2 * bytes.byteLength)
  expect(fetched.ok && fetched.value !== null && Buffer.compare(fetched.value, bytes)).toBe(0)
  ranges.length = 0
  expect(await sendBlob(api, token, blob)).toEqual(ok(null))
  expect(ranges).toEqual([])
})

test('SYN-6 a body that does not end is left when it is longer than what was asked for', async () => {
  let sentBytes = 0
  const server = createServer((_request, response) => {
    response.writeHead(206, { 'content-range': `bytes 0-9/10` })
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) sentBytes += 64 * 1024
    }
    response.on('drain', more)
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const api = createApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, fetch)
  expect(await fetchBlob(api, 'token', 'b'.repeat(22), 100 * mebibyte)).toMatchObject({ ok: false, failure: 'too-large' })
  expect(sentBytes).toBeLessThan(32 * mebibyte)
})
