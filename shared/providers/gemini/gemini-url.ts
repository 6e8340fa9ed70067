/** Where a call to a model goes. A name without a collection (`gemini-…`) lies in `models/`. */
export function streamUrl(baseUrl: string, modelId: string): string {
  const name = modelId.includes('/') ? modelId : `models/${modelId}`
  const path = name.split('/').map(encodeURIComponent).join('/')
  return `${baseUrl}/v1beta/${path}:streamGenerateContent?alt=sse`
}
