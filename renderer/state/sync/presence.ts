import type { Awareness } from 'y-protocols/awareness'
import type { DeviceId, SessionId } from '@shared/ids'
import { messageText } from '@shared/sessions/message'
import { openPresence, sealPresence, type Presence } from '@shared/sync/awareness'
import { fromBase64Url, toBase64Url } from '@shared/sync/bytes'
import type { Keyring } from '@shared/sync/keyring'
import type { LiveTurn } from '../services'
import type { SyncEnvironment } from './environment'
import type { WritingElsewhere } from './sync-service'

/** An answer that is being written is told to the others at most so often. */
const tellEveryMs = 500
const tailChars = 2000

export interface PresencePorts {
  readonly env: Pick<SyncEnvironment, 'live' | 'clock' | 'random' | 'timer'>
  readonly awareness: Awareness
  readonly keyring: Keyring
  /** Whether sessions are synced: what is written in them stays here where not. */
  readonly tellsWriting: boolean
  readonly onChanged: () => void
}

/** Which devices are here, and what is being written on them; sealed, and nowhere stored. */
export class PresenceExchange {
  private others = new Map<DeviceId, Presence>()
  private told = ''
  private callOff: (() => void) | null = null
  private readonly stops: (() => void)[]

  constructor(private readonly ports: PresencePorts) {
    const { awareness, env, keyring } = ports
    const onAwareness = (): void => this.read()
    awareness.on('change', onAwareness)
    this.stops = [
      () => awareness.off('change', onAwareness),
      env.live.subscribe(() => this.tellSoon()),
      // With another key it is to be sealed anew, and what could not be opened perhaps can be now.
      keyring.onChange(() => {
        this.told = ''
        this.tellSoon()
        this.read()
      }),
    ]
    this.tell()
  }

  isOnline(device: DeviceId): boolean {
    return this.others.has(device)
  }

  writing(): ReadonlyMap<SessionId, WritingElsewhere> {
    const { keyring } = this.ports
    const found = new Map<SessionId, WritingElsewhere>()
    for (const { device, at, writing } of this.others.values()) {
      if (writing === undefined) continue
      const { sessionId, messageId, text } = writing
      found.set(sessionId, { sessionId, messageId, deviceId: device, deviceName: keyring.roster().find(device)?.name ?? '', textTail: text, at })
    }
    return found
  }

  close(): void {
    this.callOff?.()
    for (const stop of this.stops) stop()
    this.ports.awareness.setLocalState(null)
  }

  private tellSoon(): void {
    this.callOff ??= this.ports.env.timer.after(tellEveryMs, () => {
      this.callOff = null
      this.tell()
    })
  }

  private tell(): void {
    const { awareness, env, keyring, tellsWriting } = this.ports
    if (keyring.device === null) return
    const writing = tellsWriting ? writingOf(env.live.current()) : null
    const saying = JSON.stringify(writing ?? null)
    if (saying === this.told) return
    const sealed = sealPresence({ device: keyring.device.deviceId, at: env.clock.now(), ...(writing !== null && { writing }) }, keyring, env.random)
    if (sealed === null) return
    this.told = saying
    awareness.setLocalState({ ...awareness.getLocalState(), sealed: toBase64Url(sealed) })
  }

  private read(): void {
    const { awareness, keyring } = this.ports
    const found = new Map<DeviceId, Presence>()
    for (const [client, state] of awareness.getStates()) {
      const { sealed } = state as { sealed?: unknown }
      const bytes = client === awareness.clientID || typeof sealed !== 'string' ? null : fromBase64Url(sealed)
      const opened = bytes === null ? null : openPresence(bytes, keyring)
      if (opened?.ok !== true || opened.value.device === keyring.device?.deviceId) continue
      const known = found.get(opened.value.device)
      if (known === undefined || known.at <= opened.value.at) found.set(opened.value.device, opened.value)
    }
    this.others = found
    this.ports.onChanged()
  }
}

/** The answer that began last; more than one at a time is rare, and the others come when it ends. */
function writingOf(live: ReadonlyMap<SessionId, LiveTurn>): NonNullable<Presence['writing']> | null {
  const newest = [...live.values()].filter(({ phase }) => phase !== 'unsaved').sort((a, b) => b.startedAt - a.startedAt)[0]
  if (newest === undefined) return null
  return { sessionId: newest.sessionId, messageId: newest.messageId, text: messageText(newest.parts).slice(-tailChars) }
}
