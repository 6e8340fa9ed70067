import { maxRequestBytes, routes, type RouteInput, type RouteName, type RouteOutput } from '@shared/bridge/contract'
import type { Failure } from '@shared/errors'
import { fail, ok, type Result } from '@shared/result'
import type { Log } from './log'
import { isTrustedFrame, type SenderFrame } from './security'

/** One handler for each route of the contract: this list is everything that the page can ask of main. */
export type Handlers = {
  readonly [Name in RouteName]: (input: RouteInput<Name>) => Promise<Result<RouteOutput<Name>, Failure>>
}

const invalid = (detail: string) => fail<Failure>({ code: 'invalid-input', stage: 'bridge', detail })

/** Answers one message of the request channel. SEC-3: whatever comes in, a value goes out and nothing is thrown. */
export function createRouter(handlers: Handlers, log: Log) {
  return async (frame: SenderFrame | null | undefined, message: unknown): Promise<Result<unknown, Failure>> => {
    try {
      if (!isTrustedFrame(frame)) return invalid('not from the app itself')
      const call = parseCall(message)
      if (call === null) return invalid('no such route')
      if (sizeOf(call.input) > maxRequestBytes) return invalid('too large')
      return await dispatch(handlers, call.name, call.input)
    } catch (error) {
      log.error('a request failed', error)
      return fail({ code: 'internal', stage: 'bridge' })
    }
  }
}

function parseCall(message: unknown): { name: RouteName; input: unknown } | null {
  if (typeof message !== 'object' || message === null || !('name' in message) || !('input' in message)) return null
  const { name, input } = message
  return typeof name === 'string' && Object.hasOwn(routes, name) ? { name: name as RouteName, input } : null
}

async function dispatch<Name extends RouteName>(handlers: Handlers, name: Name, input: unknown): Promise<Result<unknown, Failure>> {
  const parsed = routes[name].input.safeParse(input)
  if (!parsed.success) return invalid(parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ').slice(0, 2000))
  const result = await handlers[name](parsed.data as RouteInput<Name>)
  if (!result.ok) return result
  // Strict both ways: a field that the contract does not name never reaches the page.
  return ok(routes[name].output.parse(result.value))
}

/** About how many bytes a value takes; stops counting where it is clearly too much. */
export function sizeOf(root: unknown): number {
  const stack: unknown[] = [root]
  const seen = new Set<object>()
  let size = 0
  while (stack.length > 0 && size <= maxRequestBytes) {
    const value = stack.pop()
    size += 8
    if (typeof value === 'string') size += value.length
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) size += value.byteLength
    else if (value instanceof Map) stack.push(...value.keys(), ...value.values())
    else for (const [key, inner] of Object.entries(value)) stack.push(key, inner)
  }
  return size
}
