import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AssembleInput } from '@shared/context/assemble'
import { planPrompt } from '@shared/context/assemble'
import type { PromptManifest } from '@shared/context/prompt'
import type { RecallAnswer } from '@shared/context/recall/answer'
import type { MessageId, SectionId } from '@shared/ids'
import { addEntry, deleteEntry, setPinned } from '@shared/memory/operations'
import { estimateTokens } from '@shared/providers/estimate-tokens'
import { summaryLineKinds } from '@shared/sessions/summary'
import { contextInput, spoken, talk } from '../helpers/context'
import { memoryWriter } from '../helpers/memory'

const pool = ['river', 'boat', 'Lyon', 'paints', '杭州', '船', 'tea', '1951', 'x'.repeat(30)]
/** Mostly a few words, sometimes a page. */
const words = fc
  .tuple(fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 1, 2, 5, 30))
  .map(([list, times]) => Array.from({ length: times }, () => list.join(' ')).join(' '))

const entry = fc.record({ text: words, kind: fc.constantFrom('plain', 'plain', 'plain', 'pinned', 'constraint', 'deleted') })
const given = fc.record({
  entries: fc.array(entry, { maxLength: 30, size: 'max' }),
  lines: fc.array(fc.record({ kind: fc.constantFrom(...summaryLineKinds), text: words }), { maxLength: 8, size: 'max' }),
  said: fc.array(words, { minLength: 1, maxLength: 40, size: 'max' }),
  recalled: fc.array(words, { maxLength: 12, size: 'max' }),
  contextTokens: fc.constantFrom(1000, 2000, 4096, 8192, 32_000, 200_000, null),
  memoryTokenLimit: fc.constantFrom(100, 800, 20_000),
  conversationTokenLimit: fc.constantFrom(1000, 16_000),
  recallTokenLimit: fc.constantFrom(0, 300, 2000),
})
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never

/** Marked, so that each can be told from the others and from the rules. */
const marked = (kind: string, number: number, text: string): string => `${kind}${number}# ${text} #${number}${kind}`

function inputFor({ entries, lines, said, contextTokens, ...limits }: Omit<Given, 'recalled'>): AssembleInput {
  const writer = memoryWriter()
  entries.forEach(({ text, kind }, number) => {
    const sectionId = (kind === 'constraint' ? 'constraints' : 'preferences') as SectionId
    const id = addEntry(writer, { text: `- ${marked(kind, number, text)}`, sectionId })
    if (kind === 'pinned') setPinned(writer, id, true)
    if (kind === 'deleted') deleteEntry(writer, id)
  })
  const texts = said.map((text, number) => marked('said', number, text))
  return contextInput({
    writer,
    path: talk('s', '2026-11-01', said.length % 2 === 0 ? texts.slice(1) : texts),
    summary: { lines: lines.map(({ kind, text }, number) => ({ kind, text: marked(kind, number, text), from: [] })), upTo: 's-0000' as MessageId, at: 1, model: 'm' },
    model: { api: 'openai-chat', contextTokens, maxOutputTokens: 4000, takes: { image: true, pdf: null, audio: null, video: null } },
    ...limits,
  })
}

/** Passages as recall gives them: within the budget that it was told. */
function answerFor(recalled: Given['recalled'], budgetTokens: number): RecallAnswer {
  let left = budgetTokens
  const passages = recalled.map((text, number) => ({
    ...{ id: `p${number}`, sessionId: 'other', speaker: 'Person', text, createdAt: number, isExcerpt: false, matchedWords: ['boat'] },
    tokens: estimateTokens(`Person: ${text}\n`) + 8,
  }))
  const isFitting = passages.map(({ tokens }) => (left -= tokens) >= 0)
  const omitted = passages.filter((_, index) => isFitting[index] === false)
  return {
    passages: passages.filter((_, index) => isFitting[index]),
    omitted: omitted.map(({ id, sessionId, tokens, matchedWords }) => ({ messageId: id, sessionId, tokens, score: 1, reason: 'words', matchedWords })),
  }
}

function build({ recalled, ...rest }: Given) {
  const input = inputFor(rest)
  const plan = planPrompt(input)
  const answer = plan.recall === null ? null : answerFor(recalled, plan.recall.budgetTokens)
  return { input, answer, ...plan.complete(answer) }
}

const count = ({ items, omitted }: PromptManifest, kind: string): number =>
  items.filter((item) => item.kind === kind).length + omitted.filter((item) => item.kind === kind).reduce((total, item) => total + (item.count ?? 1), 0)

describe('MEM-13', () => {
  test('MEM-13 the prompt fits the window with room for the answer, or holds nothing but what must be whole', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { manifest, maxOutputTokens, input } = build(one)
        expect(manifest.budgetTokens + maxOutputTokens).toBeLessThanOrEqual(input.model.contextTokens ?? 32_000)
        if (manifest.totalTokens <= manifest.budgetTokens) return
        const { recalled: _, ...rest } = one
        const must = { ...rest, entries: rest.entries.filter(({ kind }) => kind === 'pinned' || kind === 'constraint'), lines: rest.lines.filter(({ kind }) => kind === 'todo') }
        const least = planPrompt({ ...inputFor(must), path: input.path.slice(-1) }).complete(null)
        // The marks of what is left have other numbers there, a token longer or shorter.
        expect(manifest.totalTokens).toBeLessThanOrEqual(least.manifest.totalTokens + manifest.items.length)
      }),
      { numRuns: 150 },
    )
  })

  test('MEM-13 the receipt adds up to what the prompt holds', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { manifest, prompt } = build(one)
        const text = [prompt.system, ...spoken(prompt).map((line) => line.replace(/^\w+: /, ''))]
        const real = text.reduce((total, piece) => total + estimateTokens(piece), 0)
        expect(real).toBeLessThanOrEqual(manifest.totalTokens + 10 * manifest.items.length)
      }),
    )
  })

  test('MEM-13 constraints, pinned entries, todos and the last message are always whole', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { prompt, manifest, input } = build(one)
        one.entries.forEach(({ text, kind }, number) => {
          if (kind === 'pinned' || kind === 'constraint') expect(prompt.system).toContain(marked(kind, number, text))
          if (kind === 'deleted') expect(prompt.system).not.toContain(marked(kind, number, text))
        })
        const isCut = manifest.omitted.some((item) => item.kind === 'message')
        one.lines.forEach(({ text, kind }, number) => {
          if (isCut && kind === 'todo') expect(prompt.system).toContain(marked(kind, number, text))
        })
        const last = input.path.at(-1)?.parts[0]
        expect(prompt.messages.at(-1)?.parts.at(-1)).toEqual(last)
      }),
    )
  })

  test('MEM-13 whatever was left out is listed', () => {
    fc.assert(
      fc.property(given, (one) => {
        const { manifest, prompt, input, answer } = build(one)
        expect(count(manifest, 'message')).toBe(input.path.length)
        expect(count(manifest, 'memory-entry')).toBe(one.entries.filter(({ kind }) => kind !== 'deleted').length)
        if (answer !== null) expect(count(manifest, 'passage')).toBe(answer.passages.length + answer.omitted.length)
        const isCut = manifest.omitted.some((item) => item.kind === 'message')
        const shown = one.lines.filter(({ text, kind }, number) => prompt.system.includes(marked(kind, number, text))).length
        const left = manifest.omitted.filter(({ kind }) => kind === 'summary').length
        expect(shown + left).toBe(isCut ? one.lines.length : 0)
      }),
    )
  })
})

test('MEM-12 while memory does not change, the system part has the same bytes, whatever is said and recalled', () => {
  fc.assert(
    fc.property(given, fc.array(words, { minLength: 2, maxLength: 6 }), (one, questions) => {
      const roomy: Given = { ...one, contextTokens: 200_000, lines: [] }
      const systems = questions.map((question, index) => build({ ...roomy, said: [...one.said, question], recalled: one.recalled.slice(index) }).prompt.system)
      expect(new Set(systems).size).toBe(1)
    }),
  )
})
