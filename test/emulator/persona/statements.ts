/** Something that a person said plainly about themselves. */
export interface Statement {
  readonly quote: string
  readonly text: string
  readonly section: string
  /** Where only one can hold at a time. */
  readonly topic: string | null
}

interface Pattern {
  readonly says: RegExp
  readonly text: (what: string) => string
  readonly section: string
  readonly topic?: string
}

const patterns: readonly Pattern[] = [
  { says: /\bI(?: now)? live in ([A-Z][\p{L}-]+(?: [A-Z][\p{L}-]+){0,2})/u, text: (place) => `Lives in ${place}`, section: 'identity', topic: 'home city' },
  { says: /\bI(?:'ve| have)? (?:just )?moved to ([A-Z][\p{L}-]+(?: [A-Z][\p{L}-]+){0,2})/u, text: (place) => `Lives in ${place}`, section: 'identity', topic: 'home city' },
  { says: /\bmy name is ([A-Z]\p{L}+)/iu, text: (name) => `Name: ${name}`, section: 'identity', topic: 'name' },
  { says: /\bI work (?:at|for) ([A-Z][^.!?,;\n]{1,40})/u, text: (employer) => `Works at ${employer}`, section: 'identity', topic: 'employer' },
  { says: /\bI(?:'m| am) allergic to ([^.!?,;\n]{2,40})/iu, text: (what) => `Allergic to ${what}`, section: 'constraints' },
  { says: /\bI(?:'m| am) (?:a )?(vegetarian|vegan)\b/iu, text: (diet) => `Is ${diet}`, section: 'preferences', topic: 'diet' },
  { says: /\bI prefer ([^.!?;\n]{3,60})/iu, text: (what) => `Prefers ${what}`, section: 'preferences' },
  { says: /\bI(?:'m| am) (?:working on|building|writing) ([^.!?;\n]{3,60})/iu, text: (what) => `Working on ${what}`, section: 'projects' },
  { says: /我(?:现在)?住在([^，。！？；\n]{1,12})/u, text: (place) => `住在${place}`, section: 'identity', topic: 'home city' },
  { says: /我[^，。！？；\n]{0,5}搬到了?([^，。！？；了\n]{1,12})/u, text: (place) => `住在${place}`, section: 'identity', topic: 'home city' },
  { says: /我叫([^，。！？；\s]{1,6})/u, text: (name) => `名叫${name}`, section: 'identity', topic: 'name' },
  { says: /我在([^，。！？；\n]{2,16})(?:工作|上班)/u, text: (employer) => `在${employer}工作`, section: 'identity', topic: 'employer' },
  { says: /我对([^，。！？；\n]{1,12})过敏/u, text: (what) => `对${what}过敏`, section: 'constraints' },
  { says: /我(吃素|不吃肉)/u, text: (diet) => diet, section: 'preferences', topic: 'diet' },
  { says: /我(?:更)?喜欢([^，。！？；\n]{2,20})/u, text: (what) => `喜欢${what}`, section: 'preferences' },
  { says: /我(?:正在|在)(做|写|筹备)([^，。！？；\n]{2,20})/u, text: (what) => `正在做${what}`, section: 'projects' },
]

export function statementsIn(text: string): Statement[] {
  return patterns.flatMap(({ says, text: write, section, topic }) => {
    const match = says.exec(text)
    const what = (match?.[2] ?? match?.[1])?.trim()
    if (match === null || what === undefined) return []
    return [{ quote: match[0].trim(), text: write(what), section, topic: topic ?? null }]
  })
}
