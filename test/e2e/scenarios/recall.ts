import { expect } from 'vitest'
import type { AppHandle } from '../app-handle'
import type { Scenario } from '../scenario'
import { ask, newSession, sentBodies, setUpModel, slow } from '../steps'

/** Asks in a session of its own until the answer has it: what was said a moment ago is taken up a moment later. */
async function askAnew(app: AppHandle, words: string): Promise<string> {
  await newSession(app)
  await ask(app, words)
  return sentBodies(app).at(-1) ?? ''
}

export const recallScenarios: readonly Scenario[] = [
  {
    title: 'what was said in another session goes with a question that it answers, also after a restart, and not with small talk',
    async run(app) {
      await setUpModel(app)
      await ask(app, 'By the way, our boat is called Marigold.')
      await expect.poll(() => askAnew(app, 'What is the name of our boat?'), slow).toMatch(/<earlier_conversation>.*boat is called Marigold.*<\/earlier_conversation>/)
      expect(await askAnew(app, 'Thank you!')).not.toContain('Marigold')
      await app.restart()
      await expect.poll(() => askAnew(app, 'Which name does our boat have?'), slow).toContain('boat is called Marigold')
    },
  },
]
