import type { DeviceId } from '@shared/ids'
import type { HandOverMessage, HeardMessage } from '@shared/sync/hand-over'
import type { Keyring } from '@shared/sync/keyring'
import type { SyncLog } from '@renderer/db/sync-log'
import type { SyncEnvironment } from './environment'
import { addCarriedProviders } from './carried-providers'
import type { HandOverBoard } from './hand-over-board'

export interface KeyReceiverPorts {
  readonly env: Pick<SyncEnvironment, 'bridge' | 'db' | 'guard' | 'doorbell' | 'newId'>
  readonly board: HandOverBoard
  readonly keyring: Keyring
  readonly log: SyncLog
}

interface Exchange {
  readonly from: DeviceId
  isTaking: boolean
  /** What is shown of it, while its sender is seen. */
  answer: HandOverMessage | null
}

type CarriedKeys = Extract<HandOverMessage, { step: 'parcel' }>
type Taken = { readonly step: 'kept'; readonly count: number } | { readonly step: 'not-kept'; readonly reason: string }

/** Exchanges that are remembered: a sender that was away for a moment goes on where it was. */
const maxExchanges = 32

/** Takes keys that another device of the vault hands over. Their secrets pass through the page in sealed form only. */
export class KeyReceiver {
  private readonly exchanges = new Map<string, Exchange>()
  private readonly stop: () => void
  private isClosed = false

  constructor(private readonly ports: KeyReceiverPorts) {
    this.stop = ports.board.subscribe(() => this.look())
    this.look()
  }

  close(): void {
    this.isClosed = true
    this.stop()
  }

  private look(): void {
    const { board } = this.ports
    const heard = board.heard().filter(({ message: { step } }) => step === 'ask' || step === 'parcel')
    for (const one of heard) this.hear(one)
    for (const [nonce, { from, answer }] of this.exchanges) {
      if (!heard.some((one) => one.from === from && one.message.nonce === nonce)) board.withdraw(nonce)
      else if (answer !== null) board.say(answer)
    }
  }

  private hear({ from, message }: HeardMessage): void {
    const exchange = this.exchanges.get(message.nonce)
    if (message.step === 'ask' && exchange === undefined) void this.answerWithKey(from, message.nonce)
    if (message.step !== 'parcel' || exchange === undefined || exchange.isTaking || exchange.from !== from) return
    exchange.isTaking = true
    void this.take(message, from).then((result) => this.answer(exchange, { to: from, nonce: message.nonce, ...result }))
  }

  private async answerWithKey(from: DeviceId, nonce: string): Promise<void> {
    const exchange: Exchange = { from, isTaking: false, answer: null }
    this.exchanges.set(nonce, exchange)
    for (const oldest of [...this.exchanges.keys()].slice(0, -maxExchanges)) this.exchanges.delete(oldest)
    const made = await this.ports.env.bridge.request('credentials.receiveKey', {})
    // Without an answer the sender gives up by itself.
    if (made.ok) this.answer(exchange, { to: from, nonce, step: 'key', publicKey: made.value.publicKey })
  }

  private async take({ parcel, providers }: CarriedKeys, from: DeviceId): Promise<Taken> {
    const { env, keyring, log } = this.ports
    const received = await env.bridge.request('credentials.receive', { sealed: parcel })
    if (!received.ok) return { step: 'not-kept', reason: received.failure.code }
    const { ids } = received.value
    // A key that is here already was not swapped for one of the same name that goes elsewhere.
    if (ids.length === 0) return { step: 'not-kept', reason: 'url-not-allowed' }
    const added = await env.guard.write(() => addCarriedProviders(env.db, providers, ids, env.newId))
    if (!added.ok) return { step: 'not-kept', reason: added.failure.code }
    env.doorbell.ring({ kind: 'table', table: 'modelProviders' })
    await log.add({ kind: 'credentials-received', device: keyring.roster().find(from)?.name ?? null, count: ids.length })
    return { step: 'kept', count: ids.length }
  }

  private answer(exchange: Exchange, answer: HandOverMessage): void {
    exchange.answer = answer
    if (!this.isClosed) this.look()
  }
}
