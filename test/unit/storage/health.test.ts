import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { Bridge } from '@shared/bridge/bridge'
import type { SessionId } from '@shared/ids'
import { fail, ok } from '@shared/result'
import { createProfileMarker, openDatabase } from '@renderer/db/health'
import { CommonplaceDb, schemaVersions } from '@renderer/db/schema'
import { messageRow } from '../../helpers/storage'

type Asked = Pick<Bridge, 'request'> & { readonly routes: string[] }
function bridgeWith(hasMarker: boolean): Asked {
  const routes: string[] = []
  const request = async (name: string) => {
    routes.push(name)
    return ok(name === 'profile.status' ? { hasMarker } : null)
  }
  return { routes, request } as unknown as Asked
}

const ports = (indexedDB: IDBFactory, hasMarker: boolean) => ({ indexedDB, IDBKeyRange, bridge: bridgeWith(hasMarker) })

test('an empty database is a first start without the marker, and Recovery with it', async () => {
  const disk = new IDBFactory()
  expect(await openDatabase(ports(disk, true))).toMatchObject({ kind: 'recovery', reason: 'empty' })
  expect(await openDatabase(ports(disk, true))).toMatchObject({ kind: 'recovery', reason: 'empty' })
  expect(await openDatabase(ports(disk, false))).toMatchObject({ kind: 'fresh' })
})

test('where nobody can say whether there was data, an empty database opens Recovery', async () => {
  const bridge = { request: async () => fail({ code: 'internal', stage: 'bridge' }) } as unknown as Pick<Bridge, 'request'>
  const outcome = await openDatabase({ indexedDB: new IDBFactory(), IDBKeyRange, bridge })
  expect(outcome).toMatchObject({ kind: 'recovery', reason: 'empty' })
})

test('a database with data is ready, with and without the marker', async () => {
  const disk = new IDBFactory()
  const db = new CommonplaceDb('commonplace', { indexedDB: disk, IDBKeyRange })
  await db.messages.add(messageRow('s' as SessionId))
  db.close()
  expect(await openDatabase(ports(disk, false))).toMatchObject({ kind: 'ready' })
  expect(await openDatabase(ports(disk, true))).toMatchObject({ kind: 'ready' })
})

test('STO-4 a database of a newer version is left as it is', async () => {
  const disk = new IDBFactory()
  const newer = new CommonplaceDb('commonplace', { indexedDB: disk, IDBKeyRange }, [
    ...schemaVersions,
    { version: 99, stores: { future: 'id' } },
  ])
  await newer.messages.add(messageRow('s' as SessionId))
  newer.close()
  expect(await openDatabase(ports(disk, true))).toMatchObject({ kind: 'recovery', reason: 'newer', db: null })
  await newer.open()
  expect(await newer.messages.count()).toBe(1)
  expect(newer.verno).toBe(99)
})

test('a database that cannot be opened is Recovery, never a first start', async () => {
  const disk = new IDBFactory()
  disk.open = () => {
    throw new DOMException('Internal error opening backing store', 'UnknownError')
  }
  expect(await openDatabase(ports(disk, false))).toMatchObject({ kind: 'recovery', reason: 'open-failed' })
})

test('the marker is put once', async () => {
  const bridge = bridgeWith(false)
  const mark = createProfileMarker(bridge)
  mark()
  mark()
  await Promise.resolve()
  mark()
  expect(bridge.routes).toEqual(['profile.mark'])
})
