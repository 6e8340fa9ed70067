import type { Command } from '@renderer/state/commands'
import { useNewSession } from '@renderer/state/new-session'
import { useView } from '@renderer/state/view'
import { canRequest, requestChat, type ChatRequest } from './chat-requests'

const command = (id: string, request: ChatRequest, label: Command['label'], keys?: string, browserKeys = keys): Command => ({
  id,
  label,
  group: 'chat',
  ...(keys !== undefined && { shortcut: { desktop: keys, browser: browserKeys ?? keys } }),
  isAvailable: () => canRequest(request),
  run: () => requestChat(request),
})

export const chatCommands: readonly Command[] = [
  {
    id: 'chat.new-private',
    label: (text) => text.chat.newPrivate,
    group: 'chat',
    shortcut: { desktop: 'Mod+Shift+N', browser: 'Alt+Shift+N' },
    run: () => {
      useNewSession.getState().setPrivate(true)
      useView.getState().open({ kind: 'chat', session: null })
    },
  },
  command('chat.focus-input', 'focus-input', (text) => text.commands.focusInput, 'Mod+L', 'Alt+L'),
  command('chat.find', 'find', (text) => text.commands.findInSession, 'Mod+F'),
  command('chat.choose-model', 'choose-model', (text) => text.commands.chooseModel, 'Mod+Shift+M'),
  command('chat.stop', 'stop', (text) => text.commands.stopAnswer, 'Escape'),
  command('chat.retry', 'retry-answer', (text) => text.commands.retryAnswer, 'Mod+Shift+Enter'),
  command('chat.edit-last', 'edit-last-question', (text) => text.commands.editLastQuestion, 'Mod+Shift+E'),
  command('chat.copy-answer', 'copy-answer', (text) => text.commands.copyAnswer, 'Mod+Shift+C', 'Alt+Shift+C'),
  command('chat.fork', 'fork', (text) => text.commands.forkSession, 'Mod+Shift+B', 'Alt+Shift+B'),
  command('chat.remember', 'remember', (text) => text.chat.rememberSelection, 'Mod+Shift+S', 'Alt+Shift+S'),
  command('chat.attach', 'attach', (text) => text.commands.attachFiles, 'Mod+U'),
  command('chat.latest', 'jump-to-latest', (text) => text.commands.jumpToLatest, 'Mod+End'),
]
