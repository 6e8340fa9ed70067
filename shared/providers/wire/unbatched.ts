/**
 * Gives the items of batches one by one. What an async generator would do with a `yield` for each item, at a third of
 * the time: a long answer has a hundred thousand parts, and an item that is there needs no waiting.
 */
export function unbatched<Item>(batches: AsyncGenerator<readonly Item[]>): AsyncIterableIterator<Item, undefined> {
  let items: readonly Item[] = []
  let position = 0

  const isLeft = () => position < items.length
  const taken = (): IteratorResult<Item, undefined> => ({ done: false, value: items[position++] as Item })

  async function advance(): Promise<IteratorResult<Item, undefined>> {
    while (!isLeft()) {
      const batch = await batches.next()
      if (batch.done === true) return { done: true, value: undefined }
      items = batch.value
      position = 0
    }
    return taken()
  }

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: () => (isLeft() ? Promise.resolve(taken()) : advance()),
    async return() {
      items = []
      await batches.return(undefined)
      return { done: true, value: undefined }
    },
  }
}
