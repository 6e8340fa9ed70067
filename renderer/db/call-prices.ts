import type { Transaction } from 'dexie'
import { storedPrice } from '@shared/usage/stored-price'

/** Brings the prices of calls on record into today's shape. What they cost stays what it was. */
export async function renewCallPrices(transaction: Transaction): Promise<void> {
  const calls = transaction.table<{ price?: unknown }>('calls')
  await calls.filter(({ price }) => price !== undefined && price !== null).modify((call) => {
    call.price = storedPrice(call.price)
  })
}
