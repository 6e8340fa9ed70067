import { statementOf } from './profile-markdown'

/** What a line says, and a place to remember what was worked out from it, once and only when it is asked for. */
export class LineFacts {
  readonly statement: string
  readonly #known = new Map<unknown, unknown>()

  /** @param line as it stands in the profile, list mark included. */
  constructor(line: string) {
    this.statement = statementOf(line)
  }

  /** @param work a pure function; the same one is not run twice. */
  of<Value>(work: (statement: string) => Value): Value {
    if (!this.#known.has(work)) this.#known.set(work, work(this.statement))
    return this.#known.get(work) as Value
  }
}
