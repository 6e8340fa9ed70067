/** Services whose own door has rules beyond those of the model behind it: which fields a request may carry at all. */
export const services = ['openai', 'azure', 'anthropic', 'gemini', 'deepseek', 'qwen', 'moonshot', 'mistral', 'xai', 'groq', 'openrouter'] as const
export type Service = (typeof services)[number] | 'other'

const hosts: readonly (readonly [RegExp, Service])[] = [
  [/(?:^|\.)api\.openai\.com$/, 'openai'],
  [/\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com$/, 'azure'],
  [/(?:^|\.)anthropic\.com$/, 'anthropic'],
  [/(?:^|\.)generativelanguage\.googleapis\.com$/, 'gemini'],
  [/(?:^|\.)deepseek\.com$/, 'deepseek'],
  [/^dashscope(?:-\w+)?\.aliyuncs\.com$/, 'qwen'],
  [/(?:^|\.)moonshot\.(?:ai|cn)$/, 'moonshot'],
  [/(?:^|\.)mistral\.ai$/, 'mistral'],
  [/(?:^|\.)x\.ai$/, 'xai'],
  [/(?:^|\.)groq\.com$/, 'groq'],
  [/(?:^|\.)openrouter\.ai$/, 'openrouter'],
]

/** Gateways name the service in their path; `openai` there says only which wire format is spoken. */
const inPath: ReadonlySet<string> = new Set(services.filter((name) => name !== 'openai'))

/**
 * The service behind a base address, by its host, or by the path of a gateway
 * (https://developers.cloudflare.com/ai-gateway/usage/providers/).
 */
export function serviceOf(baseUrl: string): Service {
  if (!URL.canParse(baseUrl)) return 'other'
  const { hostname, pathname } = new URL(baseUrl)
  const byHost = hosts.find(([pattern]) => pattern.test(hostname))
  if (byHost !== undefined) return byHost[1]
  const named = pathname.split('/').find((step) => inPath.has(step))
  return (named as Service | undefined) ?? 'other'
}
