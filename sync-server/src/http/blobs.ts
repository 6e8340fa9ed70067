import { pipeline } from 'node:stream/promises'
import { blobIdSchema } from '../../../shared/sync/api'
import type { PeerDevice } from '../sockets/peer'
import type { BlobFiles } from '../blobs/blob-files'
import type { BlobRow } from '../storage/storage'
import type { ApiPorts } from './api'
import type { Exchange } from './exchange'

type Ports = Pick<ApiPorts, 'storage' | 'blobs' | 'limits' | 'now'>

interface Blob {
  readonly vaultId: string
  readonly id: string
  readonly files: BlobFiles
}

/** HEAD, GET, PUT and DELETE of one sealed blob. */
export async function answerBlob(ports: Ports, exchange: Exchange, { vaultId }: PeerDevice, id: string): Promise<void> {
  const { blobs: files } = ports
  if (files === null) return exchange.fail('not-found')
  if (!blobIdSchema.safeParse(id).success) return exchange.fail('invalid')
  const blob = { vaultId, id, files }
  if (exchange.method === 'PUT') return put(ports, exchange, blob)
  if (exchange.method === 'DELETE') return remove(ports, exchange, blob)
  const row = await findRow(ports, blob)
  if (row === null) return exchange.fail('not-found')
  if (exchange.method === 'HEAD') exchange.empty(200, { 'Upload-Offset': String(row.receivedBytes), 'Content-Length': String(row.totalBytes) })
  else await send(exchange, blob, row)
}

/** What is stored of a blob. A row whose file is gone is dropped, so that a device that has the attachment sends it again. */
async function findRow({ storage }: Ports, { vaultId, id, files }: Blob): Promise<BlobRow | null> {
  const row = await storage.getBlob(vaultId, id)
  if (row === null || row.receivedBytes === 0 || (await files.size(vaultId, id)) >= row.receivedBytes) return row
  await storage.deleteBlob(vaultId, id)
  return null
}

async function send(exchange: Exchange, { vaultId, id, files }: Blob, { totalBytes, receivedBytes }: BlobRow): Promise<void> {
  if (receivedBytes < totalBytes) return exchange.fail('not-found')
  const range = rangeOf(exchange.request.headers.range, totalBytes)
  if (range === 'unsatisfiable') return exchange.empty(416, { 'Content-Range': `bytes */${totalBytes}` })
  const { start, end } = range ?? { start: 0, end: totalBytes }
  const stream = end === start ? null : await files.read(vaultId, id, start, end)
  if (stream === null && end > start) return exchange.fail('not-found')
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(end - start), 'Accept-Ranges': 'bytes' }
  exchange.begin(range === null ? 200 : 206, range === null ? headers : { ...headers, 'Content-Range': `bytes ${start}-${end - 1}/${totalBytes}` })
  if (stream === null) exchange.response.end()
  else await pipeline(stream, exchange.response)
}

async function put(ports: Ports, exchange: Exchange, blob: Blob): Promise<void> {
  const { storage, limits } = ports
  const { vaultId, id, files } = blob
  const part = contentRangeOf(exchange)
  if (part === null) return exchange.failAfterBody('invalid')
  if (part.total > limits.maxBlobBytes) return exchange.failAfterBody('too-large')
  const before = await findRow(ports, blob)
  if (part.start === 0 && before === null) {
    const outcome = await storage.reserveBlob(vaultId, id, part.total, ports.now())
    if (outcome === 'quota-full') return exchange.failAfterBody('quota-full')
    if (outcome === 'vault-gone') return exchange.failAfterBody('removed')
  }
  const row = await storage.getBlob(vaultId, id)
  if (row === null) return exchange.failAfterBody('not-found')
  if (row.totalBytes !== part.total || row.receivedBytes !== part.start) return exchange.failAfterBody('exists', { 'Upload-Offset': String(row.receivedBytes) })
  const release = lock(`${vaultId}/${id}`)
  if (release === null) return exchange.failAfterBody('exists', { 'Upload-Offset': String(row.receivedBytes) })
  try {
    const received = await files.append(vaultId, id, part.start, exchange.request, part.end - part.start)
    await storage.setBlobReceived(vaultId, id, received)
    if (await wasDeleted(ports, blob)) return exchange.fail('removed')
    if (received < part.end) return exchange.fail('invalid', { 'Upload-Offset': String(received) })
    exchange.empty(received === part.total ? 201 : 204, { 'Upload-Offset': String(received) })
  } finally {
    release()
  }
}

/** The blob or its whole vault was deleted while bytes came in: what was written since then goes too. */
async function wasDeleted({ storage }: Ports, { vaultId, id, files }: Blob): Promise<boolean> {
  if ((await storage.getBlob(vaultId, id)) !== null) return false
  if ((await storage.getVault(vaultId)) === null) await files.deleteVault(vaultId)
  else await files.delete(vaultId, id)
  return true
}

async function remove({ storage }: Ports, exchange: Exchange, { vaultId, id, files }: Blob): Promise<void> {
  const isDeleted = await storage.deleteBlob(vaultId, id)
  await files.delete(vaultId, id)
  if (isDeleted) exchange.empty(204)
  else exchange.fail('not-found')
}

/** Blobs that are being written to: two devices may send the same attachment at once. */
const locked = new Set<string>()

function lock(name: string): (() => void) | null {
  if (locked.has(name)) return null
  locked.add(name)
  return () => void locked.delete(name)
}

/** `bytes 0-99/200` with the end behind the last byte; a whole body without it. */
function contentRangeOf(exchange: Exchange): { readonly start: number; readonly end: number; readonly total: number } | null {
  const header = exchange.request.headers['content-range']
  const length = Number(exchange.request.headers['content-length'] ?? Number.NaN)
  if (header === undefined) return Number.isSafeInteger(length) && length > 0 ? { start: 0, end: length, total: length } : null
  const [, first = '', last = '', total = ''] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header) ?? []
  const range = { start: Number(first), end: Number(last) + 1, total: Number(total) }
  return first !== '' && range.start < range.end && range.end <= range.total && (Number.isNaN(length) || length === range.end - range.start) ? range : null
}

/** One range, as `bytes=0-99`, `bytes=100-` or `bytes=-50`; others are answered with everything. */
function rangeOf(header: string | undefined, total: number): { readonly start: number; readonly end: number } | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  const start = first === '' ? Math.max(0, total - Number(last)) : Number(first)
  const end = first === '' || last === '' ? total : Math.min(Number(last) + 1, total)
  return start < end ? { start, end } : 'unsatisfiable'
}
