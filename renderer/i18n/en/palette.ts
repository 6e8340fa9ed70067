export const palette = {
  title: 'Command palette',
  placeholder: 'Type a command or a session’s title',
  commands: 'Commands',
  sessions: 'Sessions',
  recent: 'Recent sessions',
  nothing: (query: string) => `Nothing matches “${query}”`,
  shortcutsTitle: 'Keyboard shortcuts',
  shortcutsHint: 'Every action is also in the command palette.',
  pinnedRange: 'Pinned session 1 to 9',
  sendMessage: 'Send the message',
  newLine: 'New line',
}
