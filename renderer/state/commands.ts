import type { Catalogue } from '@renderer/i18n/en'
import type { Services } from './services'

/**
 * Every action of the app is a command: the palette, the menus, the buttons and the shortcuts sheet are views of
 * one list. A feature contributes its own in `features/<name>/commands.ts`; renderer/app joins them.
 */
export interface Command {
  /** `area.verb`, also what Electron's menu sends back. */
  readonly id: string
  readonly label: (text: Catalogue) => string
  readonly group: 'chat' | 'go' | 'view' | 'app'
  /** `Mod` is Cmd on a Mac and Ctrl elsewhere. A browser keeps some keys for itself: it has a set of its own. */
  readonly shortcut?: { readonly desktop: string; readonly browser: string }
  /** Left out of menus and palette, and its shortcut passes through, while this is false. */
  readonly isAvailable?: (services: Services) => boolean
  readonly run: (services: Services) => void | Promise<void>
}
