import type { Locator, Page } from 'playwright-core'
import { memoryTextFor, type MemoryText } from '@renderer/i18n/memory-text'
import type { MemoryPage } from '@renderer/state/view'
import type { AppHandle } from './app-handle'
import { goTo } from './steps'

/** Words of the memory screens in the language of the app; they are no part of the catalogue. */
export const memoryText = (app: AppHandle): MemoryText => memoryTextFor(app.text.common.cancel === 'Cancel' ? 'en' : 'zh-CN')

export async function openMemory(app: AppHandle, page: MemoryPage): Promise<void> {
  await goTo(app, `#/memory/${page}`)
  await app.page.waitForFunction((to) => location.hash === to, `#/memory/${page}`)
  await app.page.getByRole('main').getByRole('tab', { selected: true }).waitFor()
}

/** Brings text of another assistant, so that something waits for review. */
export async function importMemory(app: AppHandle, source: string): Promise<void> {
  const words = memoryText(app)
  const dialog = await openImport(app)
  await dialog.getByRole('textbox', { name: words.importPaste }).fill(source)
  await dialog.getByRole('button', { name: words.importNext }).click()
  await dialog.getByRole('list', { name: words.importLines }).waitFor()
  await dialog.getByRole('button').last().click()
  await dialog.waitFor({ state: 'detached' })
}

export async function openImport(app: AppHandle): Promise<Locator> {
  const words = memoryText(app)
  await openMemory(app, 'review')
  await app.page.getByRole('button', { name: words.import }).first().click()
  const dialog = app.page.getByRole('dialog', { name: words.importTitle })
  await dialog.waitFor()
  return dialog
}

/** What waits, one card each. */
export const cards = (page: Page): Locator => page.getByRole('main').getByRole('article')

export const card = (page: Page, words: string): Locator => cards(page).filter({ hasText: words })

/** A line on the page of all lines. */
export const memoryLine = (page: Page, words: string): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: words })

/** Waits until a change is in the history, which is read from the disk after everything up to then was written there. */
export async function onDisk(app: AppHandle, change: string): Promise<void> {
  await openMemory(app, 'history')
  await memoryLine(app.page, change).first().waitFor()
}

export async function chooseForLine(app: AppHandle, words: string, item: string): Promise<void> {
  await memoryLine(app.page, words).getByRole('button', { name: memoryText(app).more(words) }).click()
  await app.page.getByRole('menuitem', { name: item }).or(app.page.getByRole('menuitemcheckbox', { name: item })).first().click()
}
