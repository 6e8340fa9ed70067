import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, type TestVault } from '../../helpers/sync-server'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ storage: 'sqlite' })
})
afterAll(() => server.stop())

const blobId = () => randomBytes(32).toString('base64url')
const call = (method: string, path: string, token: string, body: Uint8Array | null = null) =>
  fetch(`${server.url}/api/v1${path}`, { method, headers: { Authorization: `Bearer ${token}` }, body: body === null ? null : Buffer.from(body) })
const filesOf = async ({ vaultId }: TestVault): Promise<string[]> => {
  const folder = join(server.folder, 'blobs', vaultId)
  return existsSync(folder) ? readdir(folder, { recursive: true }) : []
}

test('a blob whose file is gone counts as not there, frees its bytes, and is taken in again', async () => {
  const [vault, id, bytes] = [await server.createVault(), blobId(), randomBytes(10_000)]
  expect((await call('PUT', `/blobs/${id}`, vault.token, bytes)).status).toBe(201)
  await rm(join(server.folder, 'blobs', vault.vaultId), { recursive: true })
  expect((await call('HEAD', `/blobs/${id}`, vault.token)).status).toBe(404)
  expect((await server.storage.getVault(vault.vaultId))?.usedBytes).toBe(0)
  expect((await call('PUT', `/blobs/${id}`, vault.token, bytes)).status).toBe(201)

  await rm(join(server.folder, 'blobs', vault.vaultId), { recursive: true })
  expect((await call('PUT', `/blobs/${id}`, vault.token, bytes)).status).toBe(201)
  expect(Buffer.from(await (await call('GET', `/blobs/${id}`, vault.token)).arrayBuffer()).equals(bytes)).toBe(true)
})

/** An upload that has begun and waits for the rest of its bytes. */
function slowUpload(path: string, token: string, bytes: Buffer) {
  const sending = request(`${server.url}/api/v1${path}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Length': bytes.byteLength, 'Content-Range': `bytes 0-${bytes.byteLength - 1}/${bytes.byteLength}` },
  })
  const status = new Promise<number>((resolve, reject) => {
    sending.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sending.once('error', reject)
  })
  const half = bytes.byteLength / 2
  sending.write(bytes.subarray(0, half))
  return { status, finish: () => sending.end(bytes.subarray(half)) }
}

test.each(['vault', 'blob'] as const)('an upload while its %s is deleted is refused and leaves no file', async (deleted) => {
  const [vault, id] = [await server.createVault(), blobId()]
  const upload = slowUpload(`/blobs/${id}`, vault.token, randomBytes(200_000))
  await expect.poll(async () => (await filesOf(vault)).length).toBeGreaterThan(0)
  expect((await call('DELETE', deleted === 'vault' ? '/vault' : `/blobs/${id}`, vault.token)).status).toBe(204)
  upload.finish()
  expect(await upload.status).toBe(403)
  expect((await filesOf(vault)).filter((path) => path.endsWith(id))).toEqual([])
  if (deleted === 'vault') expect(await filesOf(vault)).toEqual([])
})
