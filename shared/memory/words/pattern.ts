/** Alternatives of a pattern, written over several lines. */
export const oneOf = (...alternatives: readonly string[]): string => alternatives.join('|')

export const pattern = (flags: string, ...alternatives: readonly string[]): RegExp => new RegExp(oneOf(...alternatives), flags)
