/** A sum as an answer states it: both sides worked out. */
interface StatedSum {
  readonly left: number
  readonly right: number
  /** Decimals of the right side as written; a stated result may be rounded to them. */
  readonly decimals: number
}

/** What of an answer's own arithmetic can be checked: how many sums it states, and how many of them do not add up. */
export interface CheckedSums {
  readonly stated: number
  readonly wrong: number
}

/** Sums with units or unknowns between their numbers are left out rather than guessed at. */
export function checkSums(text: string): CheckedSums {
  const sums = statedSums(text)
  return { stated: sums.length, wrong: sums.filter((sum) => !addsUp(sum)).length }
}

const asWritten = (text: string): string =>
  text
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/[$€£¥]/g, '')
    .replace(/(?<=[\d)]\s*)[×x](?=\s*[\d(.])/g, '*')
    .replaceAll('÷', '/')
    .replaceAll('＝', '=')

function statedSums(text: string): StatedSum[] {
  const sides = asWritten(text).split('=')
  return sides.slice(1).flatMap((after, index) => {
    const left = lastExpression(sides[index] ?? '')
    const right = firstExpression(after)
    if (left === null || right === null) return []
    return isNumber(left.text) ? [] : [{ left: left.value, right: right.value, decimals: /\.(\d+)/.exec(right.text)?.[1]?.length ?? 0 }]
  })
}

const isNumber = (text: string): boolean => /^-?[\d.]+%?$/.test(text.trim())

function addsUp({ left, right, decimals }: StatedSum): boolean {
  const rounding = decimals > 0 ? 0.51 * 10 ** -decimals : 0
  return Math.abs(left - right) <= Math.max(rounding, 0.005 * Math.abs(right), 1e-9)
}

interface Worked {
  readonly text: string
  readonly value: number
}

const expressionCharacters = '[\\d.+*/()%\\s-]'
const atTheEnd = new RegExp(`${expressionCharacters}{1,200}$`)
const atTheStart = new RegExp(`^${expressionCharacters}{1,200}`)

function lastExpression(side: string): Worked | null {
  const written = atTheEnd.exec(side.slice(-200))?.[0] ?? ''
  const afterOtherNumbers = written.split(/(?<=[\d.)%])\s+(?=[\d.(])/).at(-1) ?? ''
  return worked(afterOtherNumbers)
}

function firstExpression(side: string): Worked | null {
  const written = (atTheStart.exec(side.slice(0, 200))?.[0] ?? '').split('\n')[0] ?? ''
  const beforeOtherNumbers = written.split(/(?<=[\d.)%])\s+(?=[\d.(])/)[0] ?? ''
  return worked(beforeOtherNumbers.replace(/[\s.+*/(-]+$/, ''))
}

function worked(text: string): Worked | null {
  const value = valueOf(text.match(/\d+(?:\.\d+)?|\.\d+|[-+*/()%]/g) ?? [])
  return value === null ? null : { text: text.trim(), value }
}

/** The value of an expression in +, -, *, /, % and brackets; null when it is not one. */
function valueOf(tokens: readonly string[]): number | null {
  let at = 0
  const value = sum()
  return at === tokens.length && Number.isFinite(value) ? value : null

  function sum(): number {
    let total = product()
    while (tokens[at] === '+' || tokens[at] === '-') total += tokens[at++] === '+' ? product() : -product()
    return total
  }

  function product(): number {
    let total = factor()
    while (tokens[at] === '*' || tokens[at] === '/') total = tokens[at++] === '*' ? total * factor() : total / factor()
    return total
  }

  function factor(): number {
    const token = tokens[at++]
    const whole = token === '(' ? inBrackets() : Number(token ?? Number.NaN)
    if (tokens[at] !== '%') return whole
    at += 1
    return whole / 100
  }

  function inBrackets(): number {
    const inner = sum()
    return tokens[at++] === ')' ? inner : Number.NaN
  }
}
