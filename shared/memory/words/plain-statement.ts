import { comparable, mapped, substanceOf } from './normal'
import { introducesOwnWords } from './introductions'
import { foreignMark, ownProse } from './own-prose'
import { wholeWordIndex } from './quote'
import { sentencesOf } from './sentences'
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
  const sentences = sentencesOf(prose).map(({ text }) => comparable(text))
  const parts = sentencesOf(wanted).map(({ text }) => text)
  return sentences.some((_, index) => holdsPlainly(sentences.slice(index, index + mostSentences), wanted, parts) && !isTakenBack(sentences[index + 1]))
}

const longestQuote = 600
const longestMessage = 40_000
const mostSentences = 6

/** A quote within the first of these sentences, or of several, each of which is plain. */
function holdsPlainly(sentences: readonly string[], wanted: string, parts: readonly string[]): boolean {
  const [sentence = ''] = sentences
  const bare = wanted.replace(/[\s.!。！]{1,8}$/, '')
  const at = wholeWordIndex(sentence, bare)
  if (at !== -1) return isPlainClause(sentence.slice(0, at), bare, sentence.slice(at + bare.length))
  if (parts.length < 2 || parts.length > mostSentences) return false
  return parts.every((part, offset) => holdsPlainly([sentences[offset] ?? ''], part, []))
}

function isPlainClause(before: string, quote: string, after: string): boolean {
  if (quote.includes(foreignMark) || before.includes(foreignMark)) return false
  if (!isIntroducedByPerson(before)) return false
  const rest = withoutQuestion(after)
  const clause = clauseStart(before) + quote
  const scope = before + quote + rest
  if (isQuestion(clause, quote, rest)) return false
  if (signs.reported.test(scope) || signs.supposed.test(scope) || signs.commanding.test(scope) || signs.ironic.test(scope)) return false
  return isFirstPerson(clause, quote)
}

function isQuestion(clause: string, quote: string, rest: string): boolean {
  if (/[?？]\s*$/.test(quote + rest)) return true
  return signs.questionBegins.test(signs.withoutOpening(clause)) || signs.questionIn.test(quote) || signs.questionIn.test(rest)
}

/** What stands before a colon in the same sentence leads to the person's own words. */
function isIntroducedByPerson(before: string): boolean {
  const colon = Math.max(before.lastIndexOf(': '), before.lastIndexOf('：'), before.lastIndexOf(':'))
  return colon === -1 || introducesOwnWords(before.slice(0, colon))
}

const clauseMarks = [',', ';', '，', '；', ':', '：', ' - ']

/** The words of the same clause that stand before the quote: "I moved" of "I moved | to Lyon". */
function clauseStart(before: string): string {
  const starts = clauseMarks.map((mark) => before.lastIndexOf(mark) + mark.length).filter((_, index) => before.includes(clauseMarks[index] ?? ''))
  return before.slice(Math.max(0, ...starts))
}

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
const isTakenBack = (next: string | undefined): boolean => next !== undefined && signs.takenBack.test(next)
