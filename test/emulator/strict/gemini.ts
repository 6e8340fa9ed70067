import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'
import { refuseGeminiFiles } from './files'
import { unknownInSchema } from './gemini-schema'
import { refuseGeminiTurns } from './gemini-turns'

/** https://ai.google.dev/api/generate-content#request-body; the proto's JSON takes either spelling and nothing else. */
const knownFields: Readonly<Record<string, ReadonlySet<string>>> = {
  request: new Set(['contents', 'systemInstruction', 'tools', 'toolConfig', 'safetySettings', 'generationConfig', 'cachedContent', 'serviceTier', 'store']),
  content: new Set(['role', 'parts']),
  part: new Set(['text', 'thought', 'thoughtSignature', 'inlineData', 'fileData', 'functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult', 'videoMetadata', 'mediaResolution', 'partMetadata']),
  functionCall: new Set(['id', 'name', 'args']),
  functionResponse: new Set(['id', 'name', 'response', 'parts', 'willContinue', 'scheduling']),
  inlineData: new Set(['mimeType', 'data']),
  tool: new Set(['functionDeclarations', 'googleSearch', 'codeExecution', 'urlContext', 'computerUse', 'fileSearch', 'googleMaps']),
  functionDeclaration: new Set(['name', 'description', 'behavior', 'parameters', 'parametersJsonSchema', 'response', 'responseJsonSchema']),
  generationConfig: new Set([
    'stopSequences', 'responseMimeType', 'responseSchema', 'responseJsonSchema', 'responseModalities', 'candidateCount', 'maxOutputTokens',
    'temperature', 'topP', 'topK', 'seed', 'presencePenalty', 'frequencyPenalty', 'responseLogprobs', 'logprobs', 'speechConfig',
    'thinkingConfig', 'imageConfig', 'mediaResolution', 'enableEnhancedCivicAnswers',
  ]),
  thinkingConfig: new Set(['includeThoughts', 'thinkingBudget', 'thinkingLevel']),
}

/** What generateContent refuses; every refusal cites where that was reported. */
export function refuseGemini(model: string, body: JsonObject): Refusal | null {
  const contents = arrayOf(body['contents']).map(record)
  return (
    unknownField(body, contents) ??
    wrongDeclarations(body) ??
    wrongThinking(model, record(record(body['generationConfig'])['thinkingConfig'])) ??
    emptyContents(contents) ??
    refuseGeminiFiles(contents.flatMap((content) => arrayOf(content['parts']).map(record))) ??
    refuseGeminiTurns(model, contents)
  )
}

const invalid = (message: string): Refusal => refuse(message, { type: 'INVALID_ARGUMENT' })

// https://github.com/router-for-me/CLIProxyAPI/issues/97
function unknownField(body: JsonObject, contents: readonly JsonObject[]): Refusal | null {
  const config = record(body['generationConfig'])
  const parts = contents.flatMap((content, at) =>
    arrayOf(content['parts']).map((part, index) => [`contents[${at}].parts[${index}]`, record(part)] as const),
  )
  const places: readonly (readonly [string, string, JsonObject])[] = [
    ['', 'request', body],
    ['generation_config', 'generationConfig', config],
    ['generation_config.thinking_config', 'thinkingConfig', record(config['thinkingConfig'])],
    ['system_instruction', 'content', record(body['systemInstruction'])],
    ...contents.map((content, at) => [`contents[${at}]`, 'content', content] as const),
    ...parts.map(([where, part]) => [where, 'part', part] as const),
    ...parts.flatMap(([where, part]) =>
      (['functionCall', 'functionResponse', 'inlineData'] as const).map((key) => [`${where}.${key}`, key, record(part[key])] as const),
    ),
    ...declarationsOf(body).map(([where, declaration]) => [where, 'functionDeclaration', declaration] as const),
    ...arrayOf(body['tools']).map((tool, index) => [`tools[${index}]`, 'tool', record(tool)] as const),
  ]
  for (const [where, kind, value] of places) {
    const field = Object.keys(value).find((key) => knownFields[kind]?.has(key) !== true)
    if (field !== undefined) return cannotFind(field, where)
  }
  return null
}

const cannotFind = (field: string, where: string): Refusal =>
  invalid(`Invalid JSON payload received. Unknown name "${field}"${where === '' ? '' : ` at '${where}'`}: Cannot find field.`)

const declarationsOf = (body: JsonObject): readonly (readonly [string, JsonObject])[] =>
  arrayOf(body['tools']).flatMap((tool, at) =>
    arrayOf(record(tool)['functionDeclarations']).map(
      (declaration, index) => [`tools[${at}].function_declarations[${index}]`, record(declaration)] as const,
    ),
  )

function wrongDeclarations(body: JsonObject): Refusal | null {
  for (const [where, declaration] of declarationsOf(body)) {
    const name = stringOf(declaration['name'])
    // https://ai.google.dev/api/caching#FunctionDeclaration
    if (!/^[A-Za-z_][\w.:-]{0,127}$/.test(name)) {
      return invalid(`* GenerateContentRequest.${where}.name: Invalid function name. Must start with a letter or an underscore.`)
    }
    const strange = declaration['parameters'] === undefined ? null : unknownInSchema(declaration['parameters'], `${where}.parameters`)
    if (strange !== null) return cannotFind(strange.field, strange.where)
  }
  const schema = record(body['generationConfig'])['responseSchema']
  const strange = schema === undefined ? null : unknownInSchema(schema, 'generation_config.response_schema')
  return strange === null ? null : cannotFind(strange.field, strange.where)
}

// https://ai.google.dev/gemini-api/docs/thinking: levels from Gemini 3 on, budgets before, and never both.
function wrongThinking(model: string, config: JsonObject): Refusal | null {
  const hasLevel = config['thinkingLevel'] !== undefined
  const hasBudget = config['thinkingBudget'] !== undefined
  if (hasLevel && hasBudget) return invalid('You can only set only one of thinking budget and thinking level.')
  const generation = Number(/^gemini-(\d+)/.exec(model)?.[1] ?? 3)
  if (hasLevel && generation < 3) return invalid('Thinking level is not supported for this model.')
  if (Object.keys(config).length > 0 && /^(?:gemma-|gemini-(?:1|2\.0))/.test(model)) return invalid('Thinking is not enabled for this model.')
  return null
}

function emptyContents(contents: readonly JsonObject[]): Refusal | null {
  // https://github.com/google-gemini/deprecated-generative-ai-python/issues/195
  if (contents.length === 0) return invalid('* GenerateContentRequest.contents: contents is not specified\n')
  for (const [at, content] of contents.entries()) {
    const parts = arrayOf(content['parts']).map(record)
    if (parts.length === 0) return invalid(`* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`)
    // https://github.com/langchain-ai/langchain-google/issues/117; a signature may come in a part without words.
    const empty = parts.findIndex(
      (part) => (part['text'] === '' && part['thoughtSignature'] === undefined) || !Object.keys(part).some((key) => !/^thought/.test(key)),
    )
    if (empty >= 0) {
      return invalid(`* GenerateContentRequest.contents[${at}].parts[${empty}].data: required oneof field 'data' must have one initialized field\n`)
    }
  }
  return null
}
