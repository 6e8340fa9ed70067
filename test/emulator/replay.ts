import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A recorded answer: status, headers and the bytes as they were. */
export interface Recording {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

interface CaseEntry {
  readonly id: string
  readonly file: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** The recordings of folders that hold a `cases.json` (entries of id, file, status, headers), by case id. */
export function createReplay(folders: readonly string[]): (id: string) => Recording | null {
  const entries = new Map(
    folders.flatMap((folder) => readIndex(folder).map((entry) => [entry.id, { folder, entry }] as const)),
  )
  return (id) => {
    const found = entries.get(id)
    if (found === undefined) return null
    const { folder, entry } = found
    return { status: entry.status, headers: entry.headers, bytes: readFileSync(join(folder, entry.file)) }
  }
}

function readIndex(folder: string): readonly CaseEntry[] {
  const index = join(folder, 'cases.json')
  return existsSync(index) ? (JSON.parse(readFileSync(index, 'utf8')) as CaseEntry[]) : []
}
