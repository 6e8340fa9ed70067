import { chatCommands } from '@renderer/features/chat/commands'
import { contextCommands } from '@renderer/features/context-pane/commands'
import { frameCommands } from '@renderer/features/frame/commands'
import { sessionCommands } from '@renderer/features/sessions/commands'
import type { Command } from '@renderer/state/commands'

/** Every action of the app, in the order in which palette and shortcuts sheet show them. */
export const commands: readonly Command[] = [...frameCommands, ...chatCommands, ...contextCommands, ...sessionCommands]
