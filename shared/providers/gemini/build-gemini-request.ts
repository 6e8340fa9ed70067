import type { ModelCall, ReadFile } from '../model-call'
import type { ModelTraits } from '../model-traits'
import { contentsOf, type GeminiContent } from './contents'
import { toGeminiSchema, type GeminiSchema } from './gemini-schema'
import { thinkingConfig, type ThinkingConfig } from './thinking'

/** The body of generateContent, as far as it is used: https://ai.google.dev/api/generate-content */
export interface GeminiRequest {
  readonly contents: readonly GeminiContent[]
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] }
  readonly tools?: readonly { readonly functionDeclarations: readonly FunctionDeclaration[] }[]
  readonly generationConfig: {
    readonly maxOutputTokens: number
    readonly thinkingConfig?: ThinkingConfig
    readonly responseMimeType?: 'application/json'
    readonly responseSchema?: GeminiSchema
  }
}

interface FunctionDeclaration {
  readonly name: string
  readonly description: string
  /** Left out where a function takes nothing: an object without properties is refused by some models. */
  readonly parameters?: GeminiSchema
}

/** Puts a call into the words of generateContent. */
export async function buildGeminiRequest(call: ModelCall, traits: ModelTraits, readFile: ReadFile): Promise<GeminiRequest> {
  const thinking = thinkingConfig(call.modelId, call.effort)
  return {
    contents: await contentsOf(call, traits, readFile),
    ...(call.system === '' ? {} : { systemInstruction: { parts: [{ text: call.system }] } }),
    ...(call.tools.length === 0 ? {} : { tools: [{ functionDeclarations: call.tools.map(declarationOf) }] }),
    generationConfig: {
      maxOutputTokens: call.maxOutputTokens,
      ...(thinking === null ? {} : { thinkingConfig: thinking }),
      ...answerFormat(call),
    },
  }
}

/** Up to Gemini 2.5, functions beside a format of the answer are refused. */
function answerFormat({ outputSchema, tools, modelId }: ModelCall): Partial<GeminiRequest['generationConfig']> {
  if (outputSchema === undefined || (tools.length > 0 && /gemini-[12]\b/.test(modelId))) return {}
  return { responseMimeType: 'application/json', responseSchema: toGeminiSchema(outputSchema.schema) }
}

function declarationOf({ name, description, inputSchema }: ModelCall['tools'][number]): FunctionDeclaration {
  const parameters = toGeminiSchema(inputSchema)
  const takesNothing = parameters.properties === undefined
  return { name, description, ...(takesNothing ? {} : { parameters }) }
}
