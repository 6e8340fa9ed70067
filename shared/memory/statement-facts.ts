import { statementOf } from './profile-markdown'
import { fingerprintOf, topicOf } from './words'

/** What is worked out from the words of a line, once and only when it is asked for. */
export class StatementFacts {
  readonly statement: string
  #print: string | undefined
  #topic: string | null | undefined

  /** @param line as it stands in the profile, list mark included. */
  constructor(line: string) {
    this.statement = statementOf(line)
  }

  /** Equal for lines that say the same. */
  get print(): string {
    return (this.#print ??= fingerprintOf(this.statement))
  }

  /** Of what the line holds the one value, by its words; null: nothing of the kind. */
  get topic(): string | null {
    if (this.#topic === undefined) this.#topic = topicOf(this.statement)
    return this.#topic
  }
}
