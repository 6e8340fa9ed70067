import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { WireFrame } from './formats/frames'
import type { Fault } from './types'

const hugeBytes = 50 * 1024 * 1024

/** Bodies of the faults that answer something else than was asked for. */
export function foreignBody(fault: Fault | null): { readonly type: string; readonly bytes: Buffer } | null {
  switch (fault?.kind) {
    case 'garbage':
      return {
        type: 'text/event-stream',
        bytes: Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 197 + 13) % 256)),
      }
    case 'html':
      return {
        type: 'text/html',
        bytes: Buffer.from(
          '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>',
        ),
      }
    case 'empty':
      return { type: 'text/event-stream', bytes: Buffer.alloc(0) }
    case 'huge':
      return { type: 'text/event-stream', bytes: Buffer.alloc(fault.bytes ?? hugeBytes, 'x') }
    default:
      return null
  }
}

/** Sends a body of known bytes, with the fault's way of cutting it. */
export async function sendBytes(response: ServerResponse, bytes: Buffer, fault: Fault | null): Promise<void> {
  if (fault?.kind === 'dribble') {
    const step = fault.bytes ?? 1
    for (let at = 0; at < bytes.length && !response.destroyed; at += step)
      await write(response, bytes.subarray(at, at + step), fault.ms ?? 0)
  } else {
    await write(response, bytes.subarray(0, limitOf(fault)), 0)
  }
  finish(response, bytes.length, fault)
}

/** Sends frames one by one at the speed of a model. `tokensPerSecond` null sends as fast as the socket takes them. */
export async function sendFrames(
  response: ServerResponse,
  frames: readonly WireFrame[],
  fault: Fault | null,
  tokensPerSecond: number | null,
): Promise<void> {
  const sent = fault?.kind === 'no-terminal' ? frames.filter((frame) => !frame.isTerminal) : frames
  if (fault?.kind === 'dribble' || (tokensPerSecond === null && fault?.kind !== 'slow-frames')) {
    await sendBytes(response, Buffer.from(sent.map((frame) => frame.text).join('')), fault)
    return
  }
  let size = 0
  let tokens = 0
  const startedAt = performance.now()
  for (const frame of sent) {
    if (response.destroyed) return
    const bytes = Buffer.from(frame.text)
    await write(
      response,
      bytes.subarray(0, Math.max(0, limitOf(fault) - size)),
      fault?.kind === 'slow-frames' ? fault.ms : 0,
    )
    size += bytes.length
    tokens += frame.tokens
    if (size >= limitOf(fault)) break
    if (tokensPerSecond !== null) await waitUntil(startedAt + (tokens * 1000) / tokensPerSecond)
  }
  finish(response, size, fault)
}

function limitOf(fault: Fault | null): number {
  return fault?.kind === 'cut' || fault?.kind === 'end' || fault?.kind === 'stall' ? fault.bytes : Infinity
}

function finish(response: ServerResponse, size: number, fault: Fault | null): void {
  if (fault?.kind === 'stall' && size >= fault.bytes) return
  if (fault?.kind === 'cut' && size >= fault.bytes) response.destroy()
  else response.end()
}

/** Writes and waits until the bytes have left, so that what is cut is cut where the test said. */
async function write(response: ServerResponse, bytes: Buffer, pauseMs: number): Promise<void> {
  if (response.destroyed) return
  if (bytes.length > 0) await new Promise<void>((resolve) => response.write(bytes, () => resolve()))
  if (pauseMs > 0) await wait(pauseMs)
}

/** Timers are coarse: a few tokens go out together rather than each a millisecond late. */
async function waitUntil(instantMs: number): Promise<void> {
  const left = instantMs - performance.now()
  if (left >= 8) await wait(left)
}
