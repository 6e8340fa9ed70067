import { adapterFor } from '@shared/providers/adapter-for'
import type { AdapterPorts, ApiKind, CredentialedFetch, ModelCall } from '@shared/providers/model-call'
import type { StreamPart } from '@shared/providers/stream-part'
import type { Part } from '@shared/sessions/message'

export const text = (words: string): Part => ({ type: 'text', text: words })

export function callTo(modelId: string, changes: Partial<ModelCall> = {}): ModelCall {
  return {
    modelId,
    system: '',
    messages: [{ role: 'user', parts: [text('Hello')] }],
    tools: [],
    maxOutputTokens: 1024,
    effort: null,
    ...changes,
  }
}

export function portsWith(changes: Partial<AdapterPorts> = {}): AdapterPorts {
  return {
    fetch: (url, init) => fetch(url, init),
    readFile: () => Promise.resolve(null),
    signal: new AbortController().signal,
    idleTimeoutMs: 5000,
    ...changes,
  }
}

/** Puts a key on the wire as the bridge does: what the SDK wrote is thrown away. */
export function fetchWithKey(key: string): CredentialedFetch {
  return (url, init) => {
    const headers = new Headers(init?.headers)
    const name = headers.has('x-api-key') ? 'x-api-key' : 'authorization'
    headers.set(name, name === 'authorization' ? `Bearer ${key}` : key)
    return fetch(url, { ...init, headers })
  }
}

export async function partsOf(
  api: ApiKind,
  call: ModelCall,
  baseUrl: string,
  ports: AdapterPorts = portsWith(),
): Promise<readonly StreamPart[]> {
  const parts: StreamPart[] = []
  for await (const part of (await adapterFor(api)).stream(call, baseUrl, ports)) parts.push(part)
  return parts
}

/** A fetch that answers with these chunks, whatever is asked. */
export function answering(
  chunks: readonly Uint8Array[],
  init: ResponseInit = { status: 200, headers: { 'content-type': 'text/event-stream' } },
): CredentialedFetch {
  return () => Promise.resolve(new Response(streamOf(chunks), init))
}

export function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++]
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    },
  })
}

/** The parts with the deltas of one block joined, for comparing what was said. */
export function joined(parts: readonly StreamPart[], type: 'text-delta' | 'reasoning-delta'): string {
  return parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
}
