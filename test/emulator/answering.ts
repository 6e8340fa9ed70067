import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { errorBody, outOfCredit, refusalOfStatus } from './errors'
import { faultOfModel } from './faults'
import { formatOf, modelOf, type Format } from './formats/format'
import { record } from './formats/read'
import { answerTask, taskOfBody, type BackgroundTask } from './persona/background'
import { answerAsPersona } from './persona/persona'
import { questionOf } from './persona/question'
import type { Recording } from './replay'
import { foreignBody, sendBytes, sendFrames } from './send'
import {
  refuse,
  type EmulatedApi,
  type Fault,
  type JsonObject,
  type RecordedRequest,
  type Refusal,
  type Script,
  type UnderstoodRequest,
} from './types'
import type { Vendor } from './vendors'

/** What the answering of requests needs to know of its emulator. */
export interface Answering {
  readonly models: readonly string[]
  readonly key: string | null
  readonly isStrict: boolean
  readonly tokensPerSecond: number | null
  readonly replay: (id: string) => Recording | null
  /** Of the turns of conversations, or of what the app asks by itself. */
  readonly nextScript: (task: BackgroundTask | null) => Script | null
  readonly nextFault: (task: BackgroundTask | null) => Fault | null
  /** What the request itself orders, as the demo's panel does. */
  readonly demoFault: (request: RecordedRequest, model: string) => Fault | null
}

export async function answerModelRequest(
  request: RecordedRequest,
  response: ServerResponse,
  answering: Answering,
): Promise<void> {
  const format = formatOf(request.path)
  if (format === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    return
  }
  const body = readJson(request.body)
  const model = modelOf(request.path, body)
  const task = taskOfBody(request.body.toString())
  const fault = faultOfModel(model) ?? answering.nextFault(task) ?? (task === null ? answering.demoFault(request, model) : null)
  if (await misbehaves(response, format, fault)) return

  const refusal = refusalFor(request, body, format, answering)
  if (refusal !== null) sendRefusal(response, format.api, refusal, format.vendor)
  else if (model.startsWith('replay:'))
    await sendRecording(response, format.api, answering.replay(model.slice('replay:'.length)), fault)
  else await sendAnswer(response, format, format.understand(body ?? {}, request.path), task, fault, answering)
}

/** Faults that take the place of the answer. */
async function misbehaves(response: ServerResponse, { api, vendor }: Format, fault: Fault | null): Promise<boolean> {
  switch (fault?.kind) {
    case 'hang':
      return true
    case 'delay':
      await wait(fault.ms)
      return false
    case 'status': {
      const refusal = refusalOfStatus(api, fault.status)
      response
        .writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
        .end(fault.body ?? errorBody(api, refusal, vendor))
      return true
    }
    case 'out-of-credit':
      sendRefusal(response, api, outOfCredit(api), vendor)
      return true
    default: {
      const foreign = foreignBody(fault)
      if (foreign === null) return false
      response.writeHead(200, { 'content-type': foreign.type })
      await sendBytes(response, foreign.bytes, null)
      return true
    }
  }
}

function refusalFor(
  request: RecordedRequest,
  body: JsonObject | null,
  format: Format,
  answering: Answering,
): Refusal | null {
  if (!hasRightKey(request, answering.key)) return wrongKey(format.api)
  // https://platform.openai.com/docs/guides/error-codes: a body that is no JSON is a bad request.
  if (body === null) return refuse('We could not parse the JSON body of your request.')
  const model = modelOf(request.path, body)
  const isKnown = answering.models.includes(model) || /^(?:replay|fault):/.test(model)
  if (!isKnown) return unknownModel(format.api, model)
  return answering.isStrict ? format.refuse(body, request) : null
}

// https://ai.google.dev/gemini-api/docs/api-key: Google answers 400 to a key that it does not know.
const wrongKey = (api: EmulatedApi): Refusal =>
  api === 'gemini' ? refuse('API key not valid. Please pass a valid API key.', { type: 'INVALID_ARGUMENT' }) : refusalOfStatus(api, 401)

function unknownModel(api: EmulatedApi, model: string): Refusal {
  if (api === 'gemini') {
    return { status: 404, type: 'NOT_FOUND', message: `models/${model} is not found for API version v1beta, or is not supported for generateContent.` }
  }
  if (api === 'anthropic-messages') return { status: 404, type: 'not_found_error', message: `model: ${model}` }
  return {
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
  }
}

export function hasRightKey(request: RecordedRequest, key: string | null): boolean {
  const { headers } = request
  const given = [headers['x-api-key'], headers['x-goog-api-key'], headers['api-key'], headers.authorization?.replace(/^Bearer /, '')]
  return key === null || given.includes(key)
}

export function sendRefusal(response: ServerResponse, api: EmulatedApi, refusal: Refusal, vendor: Vendor = 'plain'): void {
  response.writeHead(refusal.status, {
    'content-type': 'application/json',
    ...requestIdHeader(api),
    ...refusal.headers,
  })
  response.end(errorBody(api, refusal, vendor))
}

async function sendAnswer(
  response: ServerResponse,
  format: Format,
  request: UnderstoodRequest,
  task: BackgroundTask | null,
  fault: Fault | null,
  answering: Answering,
): Promise<void> {
  const script = answering.nextScript(task)
  const unscripted = () => (task === null ? answerAsPersona(request) : answerTask(task, request))
  const answer = script === null ? unscripted() : typeof script === 'function' ? script(request) : script
  const said = format.say(request, answer, randomBytes(12).toString('hex'))
  if (!request.isStream) {
    response.writeHead(200, { 'content-type': 'application/json', ...requestIdHeader(format.api) })
    await sendBytes(response, Buffer.from(said.whole), fault)
    return
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    ...requestIdHeader(format.api),
  })
  response.flushHeaders()
  await sendFrames(response, said.frames, fault, speedFor(request, answering.tokensPerSecond))
}

function speedFor(request: UnderstoodRequest, tokensPerSecond: number | null): number | null {
  if (tokensPerSecond === null) return null
  if (/\bslow(?:ly)?\b|慢/i.test(questionOf(request))) return tokensPerSecond / 10
  return request.model === 'demo-large' ? tokensPerSecond / 2 : tokensPerSecond
}

async function sendRecording(
  response: ServerResponse,
  api: EmulatedApi,
  recording: Recording | null,
  fault: Fault | null,
): Promise<void> {
  if (recording === null) {
    sendRefusal(response, api, unknownModel(api, 'replay'))
    return
  }
  response.writeHead(recording.status, { 'content-type': 'application/octet-stream', ...recording.headers })
  await sendBytes(response, recording.bytes, fault)
}

export const requestIdHeader = (api: EmulatedApi) => ({
  [api === 'anthropic-messages' ? 'request-id' : 'x-request-id']: `req_${randomBytes(9).toString('hex')}`,
})

function readJson(body: Buffer): JsonObject | null {
  try {
    return record(JSON.parse(body.toString()))
  } catch {
    return null
  }
}
