import { arrayOf, record, stringOf } from '../formats/read'
import { refuse, type JsonObject, type Refusal } from '../types'

/** What the Messages service refuses in `cache_control`: https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
export function refuseBreakpoints(body: JsonObject): Refusal | null {
  const blocks = [body['tools'], body['system'], ...arrayOf(body['messages']).map((message) => record(message)['content'])]
    .flatMap(arrayOf)
    .map(record)
  const marked = blocks.filter((block) => block['cache_control'] !== undefined)
  // https://github.com/BerriAI/litellm/issues/9175
  if (marked.length > 4) return refuse(`A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`)
  const thinking = marked.find((block) => /thinking$/.test(stringOf(block['type'])))
  if (thinking !== undefined) return refuse(`${stringOf(thinking['type'])}.cache_control: Extra inputs are not permitted`)
  const wrong = marked.find((block) => record(block['cache_control'])['type'] !== 'ephemeral')
  return wrong === undefined ? null : refuse("cache_control.type: Input should be 'ephemeral'")
}
