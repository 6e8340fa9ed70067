import { CommonplaceDb } from '@renderer/db/schema'
import { createRecallKeeper } from './recall-keeper'
import type { RecallEnvelope, RecallReply } from './recall-protocol'

const saveAfterMs = 2000

const carryOut = createRecallKeeper(new CommonplaceDb(), { locks: navigator.locks, saveAfterMs })

self.onmessage = ({ data: { id, command } }: MessageEvent<RecallEnvelope>) => {
  carryOut(command).then(
    (answer) => reply({ id, isOk: true, answer }),
    (error: unknown) => reply({ id, isOk: false, message: error instanceof Error ? error.message : String(error) }),
  )
}

const reply = (reply: RecallReply): void => self.postMessage(reply)
