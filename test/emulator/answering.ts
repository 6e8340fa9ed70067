import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { errorBody, outOfCredit, refusalOfStatus } from './errors'
import { faultOfModel } from './faults'
import { sayChat, understandChat } from './formats/chat'
import type { WireAnswer } from './formats/frames'
import { sayMessages, understandMessages } from './formats/messages'
import { record, stringOf } from './formats/read'
import { sayResponses, understandResponses } from './formats/responses'
import { answerTask, taskOfBody, type BackgroundTask } from './persona/background'
import { answerAsPersona } from './persona/persona'
import { questionOf } from './persona/question'
import type { Recording } from './replay'
import { foreignBody, sendBytes, sendFrames } from './send'
import { refuseChat } from './strict/chat'
import { refuseMessages } from './strict/messages'
import { refuseResponses } from './strict/responses'
import {
  refuse,
  type EmulatedApi,
  type Fault,
  type JsonObject,
  type RecordedRequest,
  type Refusal,
  type Script,
  type ScriptedAnswer,
  type UnderstoodRequest,
} from './types'

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
}

interface Format {
  readonly api: EmulatedApi
  readonly understand: (body: JsonObject) => UnderstoodRequest
  readonly say: (request: UnderstoodRequest, answer: ScriptedAnswer, id: string) => WireAnswer
  readonly refuse: (body: JsonObject, request: RecordedRequest) => Refusal | null
}

const formats: Readonly<Record<string, Format>> = {
  '/v1/chat/completions': {
    api: 'openai-chat',
    understand: understandChat,
    say: sayChat,
    refuse: (body) => refuseChat(body),
  },
  '/v1/responses': {
    api: 'openai-responses',
    understand: understandResponses,
    say: sayResponses,
    refuse: (body) => refuseResponses(body),
  },
  '/v1/messages': {
    api: 'anthropic-messages',
    understand: understandMessages,
    say: sayMessages,
    refuse: (body, { headers }) => refuseMessages(body, headers),
  },
}

export async function answerModelRequest(
  request: RecordedRequest,
  response: ServerResponse,
  answering: Answering,
): Promise<void> {
  const format = formats[request.path]
  if (format === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
    return
  }
  const body = readJson(request.body)
  const model = stringOf(body?.['model'])
  const task = taskOfBody(request.body.toString())
  const fault = faultOfModel(model) ?? answering.nextFault(task)
  if (await misbehaves(response, format.api, fault)) return

  const refusal = refusalFor(request, body, format, answering)
  if (refusal !== null) sendRefusal(response, format.api, refusal)
  else if (model.startsWith('replay:'))
    await sendRecording(response, format.api, answering.replay(model.slice('replay:'.length)), fault)
  else await sendAnswer(response, format, format.understand(body ?? {}), task, fault, answering)
}

/** Faults that take the place of the answer. */
async function misbehaves(response: ServerResponse, api: EmulatedApi, fault: Fault | null): Promise<boolean> {
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
        .end(fault.body ?? errorBody(api, refusal))
      return true
    }
    case 'out-of-credit':
      sendRefusal(response, api, outOfCredit(api))
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
  if (!hasRightKey(request, answering.key)) return refusalOfStatus(format.api, 401)
  // https://platform.openai.com/docs/guides/error-codes: a body that is no JSON is a bad request.
  if (body === null) return refuse('We could not parse the JSON body of your request.')
  const model = stringOf(body['model'])
  const isKnown = answering.models.includes(model) || /^(?:replay|fault):/.test(model)
  if (!isKnown) return unknownModel(format.api, model)
  return answering.isStrict ? format.refuse(body, request) : null
}

function unknownModel(api: EmulatedApi, model: string): Refusal {
  if (api === 'anthropic-messages') return { status: 404, type: 'not_found_error', message: `model: ${model}` }
  return {
    status: 404,
    type: 'invalid_request_error',
    code: 'model_not_found',
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
  }
}

export function hasRightKey(request: RecordedRequest, key: string | null): boolean {
  return key === null || request.headers['x-api-key'] === key || request.headers.authorization === `Bearer ${key}`
}

export function sendRefusal(response: ServerResponse, api: EmulatedApi, refusal: Refusal): void {
  response.writeHead(refusal.status, {
    'content-type': 'application/json',
    ...requestIdHeader(api),
    ...refusal.headers,
  })
  response.end(errorBody(api, refusal))
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
