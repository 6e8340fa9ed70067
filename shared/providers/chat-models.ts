/** Names of models that do something else than answer in words. */
const otherwise =
  /embed|whisper|tts|dall-e|image|moderation|transcribe|realtime|audio|rerank|sora|video|veo|imagen|speech|ocr|guard|davinci|babbage|computer-use|deep-research|-live\b/i

/** Whether a listed model answers chats, as far as its name tells. */
export const isChatModel = (modelId: string): boolean => !otherwise.test(modelId)
