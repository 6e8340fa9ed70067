import type { PromptManifest } from '@shared/context/prompt'
import type { CallId } from '@shared/ids'
import type { CallRecord } from '@shared/usage/call-record'
import type { CommonplaceDb } from './schema'

/** What was in the prompt of a call; null where this device did not make it, or its record is gone. */
export async function readPromptOf(db: CommonplaceDb, call: CallId): Promise<PromptManifest | null> {
  const record = (await db.calls.get(call)) as CallRecord | undefined
  return record?.manifest ?? null
}
