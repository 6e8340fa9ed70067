import { comparable, mapped, substanceOf } from './normal'
import { foreignMark, ownProse } from './own-prose'
import { wholeWordIndex } from './quote'
import { sentencesOf, type Sentence } from './sentences'
import * as signs from './statement-signs'

/**
 * Whether the quote is a plain statement of the person about themselves: in the first person, in their own prose
 * (no code, no quotation, no pasted dialog), and neither reported, supposed, joked, asked nor a command. Where it is
 * not certain, it is false: the statement then waits for the person.
 */
export function isPlainStatement(quote: string, messageText: string): boolean {
  const wanted = comparable(quote)
  if (substanceOf(wanted) < 3 || wanted.length > longestQuote || messageText.length > longestMessage) return false
  const prose = mapped(ownProse(messageText)).text
  if (signs.unseriousMessage.test(comparable(prose))) return false
  const sentences = sentencesOf(prose)
  return sentences.some((sentence, index) => holdsPlainly(sentences, index, comparable(sentence.text), wanted) && !isAfterwardsTaken(sentences[index + 1]))
}

const longestQuote = 600
const longestMessage = 40_000

function holdsPlainly(sentences: readonly Sentence[], index: number, sentence: string, wanted: string): boolean {
  const bare = wanted.replace(/[\s.!。！]{1,8}$/, '')
  const at = wholeWordIndex(sentence, bare)
  if (at === -1) return spansSentences(sentences, index, wanted)
  const before = sentence.slice(0, at)
  const after = sentence.slice(at + bare.length)
  return isPlainClause(before, bare, after)
}

/** A quote of several sentences is plain when each of them is. */
function spansSentences(sentences: readonly Sentence[], index: number, wanted: string): boolean {
  const parts = sentencesOf(wanted)
  if (parts.length < 2 || parts.length > 6) return false
  return parts.every((part, offset) => {
    const sentence = sentences[index + offset]
    return sentence !== undefined && holdsPlainly([sentence], 0, comparable(sentence.text), part.text)
  })
}

function isPlainClause(before: string, quote: string, after: string): boolean {
  if (quote.includes(foreignMark) || before.includes(foreignMark)) return false
  const rest = withoutQuestion(after)
  const clause = clauseStart(before) + quote
  const scope = before + quote + rest
  if (/[?？]\s*$/.test(rest) || signs.questionBegins.test(signs.withoutOpening(clause)) || signs.questionIn.test(quote)) return false
  if (signs.reported.test(scope) || signs.supposed.test(scope) || signs.commanding.test(scope) || signs.ironic.test(scope)) return false
  return isFirstPerson(clause, quote)
}

/** The words of the same clause that stand before the quote: "I moved" of "I moved | to Lyon". */
const clauseStart = (before: string): string => before.slice(Math.max(...[',', ';', '，', '；', ':', '：', ' - '].map((mark) => before.lastIndexOf(mark) + (before.includes(mark) ? mark.length : 1))))

/** "I am vegetarian, what can I cook?" states and then asks; "I am vegetarian, right?" only asks. */
function withoutQuestion(after: string): string {
  const tail = signs.ownQuestion.exec(after)
  return tail === null ? after : after.slice(0, tail.index)
}

function isFirstPerson(clause: string, quote: string): boolean {
  const spoken = signs.withoutOpening(clause.trim())
  if (signs.aboutOthers.test(spoken)) return signs.namesTheirs.test(spoken)
  return (signs.firstPerson.test(spoken) || signs.firstPersonChinese.test(spoken)) && !signs.hedged.test(spoken) && quote.trim() !== ''
}

/** "… just kidding": the next sentence takes it back. */
const isAfterwardsTaken = (next: Sentence | undefined): boolean => next !== undefined && signs.takenBack.test(comparable(next.text))
