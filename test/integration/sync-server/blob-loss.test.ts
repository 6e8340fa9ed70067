import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../sync-server/src/log'
import { startTestServer } from '../../helpers/sync-server'

test('SYN-3 a disk that fails is logged without the name of the vault', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', isJson: true, write: (line) => lines.push(line) })
  const server = await startTestServer({ storage: 'sqlite', log })
  onTestFinished(() => server.stop())
  const { token, vaultId } = await server.createVault()
  const put = (id: string, range: string) =>
    fetch(`${server.url}/api/v1/blobs/${id.repeat(22)}`, { method: 'PUT', headers: { authorization: `Bearer ${token}`, 'content-range': range }, body: new Uint8Array(10) })
  expect((await put('b', 'bytes 0-9/20')).status).toBe(204)
  await rm(join(server.folder, 'blobs'), { recursive: true })
  await writeFile(join(server.folder, 'blobs'), '')
  expect((await put('c', 'bytes 0-9/20')).status).toBe(503)
  expect(lines.join('\n')).toContain('request-failed')
  expect(lines.join('\n')).not.toContain(vaultId)
})
