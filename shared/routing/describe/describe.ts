import type { AttachmentKind, TaskDescription, TaskSign } from '../inputs'
import type { QuestionTask } from '../tasks'
import { languageOf } from './language'
import { signsIn } from './signs'

/** A prompt of so many tokens is long reading: a wide window comes before everything else that could be wished for. */
export const longReadingTokens = 32_000

/** What is known of a question before a model is chosen. */
export interface Question {
  /** The person's own words, without the files and the history that go with them. */
  readonly text: string
  /** Of the whole prompt, by estimate, and of the answer that is expected. */
  readonly promptTokens: number
  readonly answerTokens: number
  readonly attachments: readonly AttachmentKind[]
  readonly usesTools: boolean
  readonly isStructured: boolean
  readonly isImportant: boolean
  readonly assistantId: string | null
  readonly classifierScore: number | null
  /** All that any rule looks for. */
  readonly keywords: readonly string[]
}

/**
 * A question's features and the task that they tell, without a call: the same question is always described alike. What
 * only some models can do at all comes first (video, pictures, tools), then what they do unlike well.
 */
export function describe(question: Question): TaskDescription {
  const { text, promptTokens, answerTokens, usesTools, isStructured, isImportant, assistantId, classifierScore } = question
  const language = languageOf(text)
  const signs = signsOf(question, language)
  return {
    task: signs[0] === undefined ? 'everyday' : taskOf(signs[0]),
    language,
    promptTokens,
    answerTokens,
    hasCode: signs.some(({ kind }) => kind === 'code'),
    attachments: [...new Set(question.attachments)],
    usesTools,
    isStructured,
    isImportant,
    keywords: keywordsIn(text, question.keywords),
    assistantId,
    classifierScore,
    signs,
  }
}

/** All signs, the one that decides first. */
function signsOf({ text, attachments, usesTools, promptTokens }: Question, language: string): readonly TaskSign[] {
  const { code, hard, extraction } = signsIn(text)
  const seen = (attachment: AttachmentKind): TaskSign | null => (attachments.includes(attachment) ? { kind: 'attachment', attachment } : null)
  const inOrder: readonly (TaskSign | null)[] = [
    seen('video'),
    seen('image'),
    usesTools ? { kind: 'tools' } : null,
    promptTokens >= longReadingTokens ? { kind: 'long', tokens: promptTokens } : null,
    code,
    hard,
    extraction,
    language === 'en' ? null : { kind: 'language', language },
  ]
  return inOrder.filter((sign) => sign !== null)
}

function taskOf(sign: TaskSign): QuestionTask {
  switch (sign.kind) {
    case 'attachment':
      return sign.attachment === 'video' ? 'video' : 'images'
    case 'code':
    case 'hard':
    case 'extraction':
    case 'language':
    case 'long':
    case 'tools':
      return sign.kind
  }
}

/** Those that stand in the text, whatever their case; each once, in the order given. */
export function keywordsIn(text: string, keywords: readonly string[]): readonly string[] {
  const folded = text.toLowerCase()
  return [...new Set(keywords)].filter((keyword) => folded.includes(keyword.toLowerCase()))
}
