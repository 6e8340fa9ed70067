/** Names of models that do something else than answer in words. */
const otherwise = [
  /embed|rerank|moderation|guard|ocr|\bbge-|\bgte-|(?:^|\/)aqa$/i,
  /image|dall-e|imagen|sora|video|veo|(?:^|\/)(?:wan|wanx|flux|stable-diffusion)[\d.-]|lyria/i,
  /whisper|tts|transcribe|realtime|audio|speech|-live\b|cosyvoice|paraformer|sambert|sensevoice/i,
  /davinci|babbage|computer-use|deep-research/i,
]

/** Whether a listed model answers chats, as far as its name tells. */
export const isChatModel = (modelId: string): boolean => !otherwise.some((kind) => kind.test(modelId))
