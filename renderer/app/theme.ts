import type { Settings } from '@shared/settings'

type Appearance = Pick<Settings, 'theme' | 'textSize'>

const storageKey = 'commonplace.appearance'

/** Puts theme and text size on the page: the tokens follow `data-theme`, everything sized in rem follows the size. */
export function applyAppearance(root: HTMLElement, { theme, textSize }: Appearance): void {
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  root.dataset['textSize'] = String(textSize)
}

/** The settings are read a moment after the first paint: a copy outside the database spares a flash of the other theme. */
export function rememberAppearance(storage: Storage, { theme, textSize }: Appearance): void {
  try {
    storage.setItem(storageKey, JSON.stringify({ theme, textSize }))
  } catch {
    // A full or forbidden storage costs a flash, nothing else.
  }
}

/** Called before the first render. */
export function applyRememberedAppearance(root: HTMLElement, storage: Storage): void {
  try {
    const { theme, textSize } = JSON.parse(storage.getItem(storageKey) ?? '{}') as Partial<Appearance>
    if ((theme === 'light' || theme === 'dark') && typeof textSize === 'number') applyAppearance(root, { theme, textSize })
  } catch {
    // As above: the system's theme is shown until the settings are there.
  }
}
