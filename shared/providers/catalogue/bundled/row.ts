/** A cost in the shape of models.dev: per million tokens. */
export type Cost = Readonly<Record<string, unknown>> & { readonly input: number; readonly output: number }

/** What may be put in beside text: i image, p PDF, a audio, v video. */
type Media = '' | 'i' | 'ip' | 'iv' | 'iav' | 'ipav' | 'a'
/** r: reasons; t: calls tools. */
type Skills = '' | 'r' | 't' | 'rt'

const mediaNames = { i: 'image', p: 'pdf', a: 'audio', v: 'video' } as const

/** One model in the shape of models.dev. @param output null where the service names no limit. */
export const row = (
  id: string,
  name: string,
  released: string,
  context: number,
  output: number | null,
  media: Media,
  skills: Skills,
  cost?: Cost,
): readonly [string, unknown] => [
  id,
  {
    name,
    release_date: released,
    limit: { context, output },
    modalities: { input: ['text', ...[...media].map((letter) => mediaNames[letter as keyof typeof mediaNames])] },
    reasoning: skills.includes('r'),
    tool_call: skills.includes('t'),
    ...(cost !== undefined && { cost }),
  },
]

export const models = (...rows: (readonly [string, unknown])[]): Readonly<Record<string, unknown>> => Object.fromEntries(rows)

/** @param cached what input costs that is read from the cache. */
export const usd = (input: number, output: number, cached?: number): Cost => ({ input, output, ...(cached !== undefined && { cache_read: cached }) })

/** The same with higher costs for whole requests above a size. */
export const sized = (cost: Cost, ...tiers: (readonly [size: number, cost: Cost])[]): Cost => ({
  ...cost,
  tiers: tiers.map(([size, rates]) => ({ ...rates, tier: { size } })),
})
