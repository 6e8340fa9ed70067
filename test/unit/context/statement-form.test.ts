import { expect, test } from 'vitest'
import { SaidText, statementForm } from '@shared/context/statement-form'

const states = (statement: string, text: string): boolean => {
  const form = statementForm(statement)
  return form !== null && new SaidText(text).states(form)
}

test.each([
  ['I live in Lyon', 'The person lives in Lyon.'],
  ['Lives in Lyon', 'I live in Lyon, as you know.'],
  ['Works at Acme', 'I am working at Acme these days.'],
  ['Prefers tea', 'They prefer tea.'],
  ['Has two cats', 'We have two cats.'],
  ['Studies law', 'I study law.'],
  ['住在杭州', '用户在杭州住。'],
])('MEM-17 "%s" is stated by "%s"', (statement, text) => {
  expect(states(statement, text)).toBe(true)
})

test.each([
  ['Lives in Lyon', 'I live in Paris.'],
  ['Is vegetarian', 'Which vegetarian food is there near the station?'],
  ['Works at Acme', 'Acme makes anvils. I work a lot.'],
])('MEM-17 "%s" is not stated by "%s"', (statement, text) => {
  expect(states(statement, text)).toBe(false)
})
