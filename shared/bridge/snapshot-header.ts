import * as z from 'zod'
import type { RouteOutput } from './contract'

export type SnapshotInfo = RouteOutput<'snapshots.list'>[number]

const headerSchema = z.object({
  version: z.number().int(),
  createdAt: z.number().int().nonnegative().max(8.64e15),
  messages: z.number().int().nonnegative(),
  sessions: z.number().int().nonnegative(),
})
type SnapshotHeader = z.infer<typeof headerSchema>

/** The first line of a snapshot; null where it is none. Only this line is read to list it. */
export function parseSnapshotHeader(text: string): SnapshotHeader | null {
  const end = text.indexOf('\n')
  try {
    return headerSchema.safeParse(JSON.parse(end < 0 ? text : text.slice(0, end))).data ?? null
  } catch {
    return null
  }
}

/** A name that sorts by time and is safe as a file name: `20261130T061351123Z-4f2a`. */
export const snapshotId = (createdAt: number, suffix: string): string =>
  `${new Date(createdAt).toISOString().replace(/[-:.]/g, '')}-${suffix}`

export const snapshotInfo = (id: string, header: SnapshotHeader, sizeBytes: number): SnapshotInfo => ({
  id,
  createdAt: header.createdAt,
  sizeBytes,
  messages: header.messages,
  sessions: header.sessions,
})
