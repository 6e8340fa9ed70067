import { checkSums } from './arithmetic'
import { doubtsItself, refuses } from './wording'

/** What a model gave back, as far as signs of failure are read from it. */
export interface GivenAnswer {
  readonly question: string
  readonly text: string
  /** It ended at the model's or the service's limit, not by itself. */
  readonly isCut: boolean
  readonly hasToolFailed: boolean
}

/** Signs that the answer failed, each read from the question and the answer alone, without another call. */
export interface CascadeSigns {
  readonly isEmpty: boolean
  readonly isCut: boolean
  readonly hasToolFailed: boolean
  readonly isRefusal: boolean
  readonly isUnsure: boolean
  /** A block of code was opened and not closed. */
  readonly isUnclosed: boolean
  readonly sums: number
  readonly wrongSums: number
  /** Numbers of the question that the answer never uses, from 0 to 1; 0 when the question has none. */
  readonly unusedNumbers: number
  /** Lines that were there before, from 0 to 1. */
  readonly repetition: number
}

export function signsOf({ question, text, isCut, hasToolFailed }: GivenAnswer): CascadeSigns {
  const { stated, wrong } = checkSums(text)
  return {
    isEmpty: text.trim() === '',
    isCut,
    hasToolFailed,
    isRefusal: refuses(text),
    isUnsure: doubtsItself(text),
    isUnclosed: (text.match(/^\s*```/gm)?.length ?? 0) % 2 === 1,
    sums: stated,
    wrongSums: wrong,
    unusedNumbers: shareUnused(question, text),
    repetition: shareRepeated(text),
  }
}

/** Signs that need no weighing, since one of them is enough to ask a better model. */
export const hardSigns = ['isEmpty', 'isCut', 'hasToolFailed', 'isRefusal', 'isUnsure', 'isUnclosed'] as const satisfies readonly (keyof CascadeSigns)[]

export type HardSign = (typeof hardSigns)[number]

export const hardSignsIn = (signs: CascadeSigns): readonly HardSign[] => hardSigns.filter((sign) => signs[sign])

const numbersIn = (text: string): ReadonlySet<number> =>
  new Set((text.replace(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:\.\d+)?|\.\d+/g) ?? []).map(Number))

function shareUnused(question: string, answer: string): number {
  const asked = [...numbersIn(question)]
  const used = numbersIn(answer)
  return asked.length === 0 ? 0 : asked.filter((number) => !used.has(number)).length / asked.length
}

function shareRepeated(text: string): number {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return lines.length === 0 ? 0 : 1 - new Set(lines).size / lines.length
}
