import { createRecallDesk } from './recall-desk'
import type { RecallEnvelope, RecallReply } from './recall-protocol'

const carryOut = createRecallDesk()

self.onmessage = ({ data: { id, command } }: MessageEvent<RecallEnvelope>) => {
  self.postMessage(replyTo(id, () => carryOut(command)))
}

function replyTo(id: number, run: () => ReturnType<typeof carryOut>): RecallReply {
  try {
    return { id, isOk: true, answer: run() }
  } catch (error) {
    return { id, isOk: false, message: error instanceof Error ? error.message : String(error) }
  }
}
