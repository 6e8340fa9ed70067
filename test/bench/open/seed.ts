import type { Page } from 'playwright-core'
import { databaseName } from '@renderer/db/schema'
import type { SampleProfile } from './sample'

const rowsPerStep = 2000

/** Writes a profile into the database that the app has made, as the app would have written it. */
export async function seedProfile(page: Page, profile: SampleProfile): Promise<void> {
  for (let start = 0; start < profile.rows.length; start += rowsPerStep) {
    await putRows(page, JSON.stringify(profile.rows.slice(start, start + rowsPerStep)), null)
  }
  await putRows(page, '[]', Buffer.from(profile.indexUpdate).toString('base64'))
}

async function putRows(page: Page, rowsJson: string, indexUpdateBase64: string | null): Promise<void> {
  await page.evaluate(
    async ({ name, rowsJson, indexUpdateBase64 }) => {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('the database could not be opened'))
      })
      const transaction = db.transaction(['messages', 'docUpdates'], 'readwrite')
      for (const row of JSON.parse(rowsJson) as object[]) transaction.objectStore('messages').put(row)
      if (indexUpdateBase64 !== null) {
        const update = Uint8Array.from(atob(indexUpdateBase64), (character) => character.charCodeAt(0))
        transaction.objectStore('docUpdates').add({ docName: 'index', update, windowId: 'sample' })
      }
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('the sample could not be written'))
      })
      db.close()
    },
    { name: databaseName, rowsJson, indexUpdateBase64 },
  )
}
