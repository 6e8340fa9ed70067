import { useView } from '@renderer/state/view'
import { ContextPane } from './context-pane'

/** The pane for whatever is on the screen. */
export function CurrentContext() {
  const screen = useView((view) => view.screen)
  return <ContextPane session={screen.kind === 'chat' ? screen.session : null} hasProfileOpen={screen.kind === 'profile'} />
}
