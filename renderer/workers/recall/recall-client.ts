import type { RecallAnswers, RecallCommand, RecallEnvelope, RecallReply } from './recall-protocol'

/** What is used of a `Worker`. */
export interface RecallPort {
  postMessage(message: RecallEnvelope): void
  addEventListener(type: 'message', listener: (event: { readonly data: RecallReply }) => void): void
  addEventListener(type: 'error', listener: () => void): void
}

export type SendRecall = <Kind extends RecallCommand['kind']>(
  command: Extract<RecallCommand, { readonly kind: Kind }>,
) => Promise<RecallAnswers[Kind]>

interface Waiting {
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** Commands to the recall worker as promises; one that it could not carry out is rejected, and all of them once it has died. */
export function connectRecall(port: RecallPort): SendRecall {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let hasDied = false
  port.addEventListener('message', ({ data }) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.isOk) asked?.resolve(data.answer as never)
    else asked?.reject(new Error(data.message))
  })
  port.addEventListener('error', () => {
    hasDied = true
    for (const { reject } of waiting.values()) reject(gone())
    waiting.clear()
  })
  return (command) =>
    new Promise((resolve, reject) => {
      if (hasDied) return reject(gone())
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      port.postMessage({ id: lastId, command })
    })
}

const gone = (): Error => new Error('the recall worker is not there')
