import { describe, expect, test } from 'vitest'
import { maxFileBytes } from '@shared/bridge/contract'
import type { FileHash } from '@shared/ids'
import { fail, ok } from '@shared/result'
import { attachFile } from '@renderer/features/chat/attach-files'
import { mayBeAttached } from '@renderer/features/chat/transfer-files'
import { countPages } from '@renderer/state/measure-file'
import type { Files } from '@renderer/state/services'
import { mediaSamples, pdfOf } from '../../helpers/media-samples'

const stored: [name: string, mediaType: string][] = []
const files: Files = {
  put: async (bytes, name, mediaType) => {
    stored.push([name, mediaType])
    return ok({ type: 'file', hash: 'a'.repeat(64) as FileHash, name, mediaType, sizeBytes: bytes.length })
  },
  objectUrl: async () => null,
}
const fileOf = (bytes: Uint8Array, name: string, type = '') => new File([new Uint8Array(bytes)], name, { type })

describe('attaching', () => {
  test.each(Object.entries(mediaSamples))('%s is kept under the type of its bytes', async (mediaType, { name, bytes }) => {
    expect(await attachFile(fileOf(bytes, name), files)).toMatchObject({ ok: true, file: { mediaType, name } })
  })

  test.each([
    ['a document of another kind', fileOf(new TextEncoder().encode('Hello'), 'a.docx'), 'kind'],
    ['a page that is called a picture', fileOf(new TextEncoder().encode('<script>'), 'a.png', 'image/png'), 'kind'],
    ['an empty file', fileOf(new Uint8Array(), 'a.pdf'), 'empty'],
    ['what is too large', Object.defineProperty(fileOf(new Uint8Array(1), 'a.mp4'), 'size', { value: maxFileBytes + 1 }), 'size'],
    ['a folder', Object.assign(fileOf(new Uint8Array(1), 'folder'), { arrayBuffer: () => Promise.reject(new DOMException('no', 'NotFoundError')) }), 'unreadable'],
  ])('%s is refused with its name, and nothing is stored', async (_what, file, why) => {
    stored.length = 0
    expect(await attachFile(file, files)).toEqual({ ok: false, refused: { why, name: file.name } })
    expect(stored).toEqual([])
  })

  test('a refused write keeps its failure', async () => {
    const failure = { code: 'storage-full', stage: 'store' } as const
    const full: Files = { ...files, put: async () => fail(failure) }
    expect(await attachFile(fileOf(pdfOf(1), 'a.pdf'), full)).toEqual({ ok: false, refused: { why: 'failure', name: 'a.pdf', failure } })
  })

  test.each([
    ['application/pdf', true],
    ['audio/mpeg', true],
    ['', true],
    ['text/html', false],
    ['application/vnd.ms-excel', false],
  ])('of a paste, %j is a file that is meant: %j', (type, isMeant) => {
    expect(mayBeAttached(fileOf(new Uint8Array(1), 'a', type))).toBe(isMeant)
  })
})

test.each([
  ['as objects', pdfOf(3), 3],
  ['with the count alone', new TextEncoder().encode('%PDF-1.7 << /Type /Pages /Kids [4 0 R] /Count 12 >>'), 12],
  ['with the count in front', new TextEncoder().encode('%PDF-1.7 << /Count 7 /Type /Pages >>'), 7],
  ['packed away', new TextEncoder().encode('%PDF-1.7 << /Type /ObjStm >>'), null],
])('pages of a PDF %s', (_how, bytes, pages) => {
  expect(countPages(bytes)).toBe(pages)
})
