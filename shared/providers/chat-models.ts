/** Names of models that do something else than answer in words. */
const otherwise = [
  /embed|rerank|moderation|guard|ocr/i,
  /image|dall-e|imagen|sora|video|veo/i,
  /whisper|tts|transcribe|realtime|audio|speech|-live\b/i,
  /davinci|babbage|computer-use|deep-research/i,
]

/** Whether a listed model answers chats, as far as its name tells. */
export const isChatModel = (modelId: string): boolean => !otherwise.some((kind) => kind.test(modelId))
