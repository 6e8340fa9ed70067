import type { MenuItemConstructorOptions } from 'electron'

/** The menu lies outside the page, so its words are here and not in the page's catalogue. */
const en = {
  file: 'File',
  newChat: 'New chat',
  search: 'Search',
  settings: 'Settings…',
  edit: 'Edit',
  view: 'View',
  palette: 'Command palette',
  toggleRail: 'Show or hide sessions',
  toggleContext: 'Show or hide context',
  window: 'Window',
  help: 'Help',
  shortcuts: 'Keyboard shortcuts',
  roles: {
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    pasteAndMatchStyle: 'Paste without formatting',
    selectAll: 'Select all',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    togglefullscreen: 'Full screen',
    toggleDevTools: 'Developer tools',
    minimize: 'Minimise',
    close: 'Close window',
    quit: 'Quit Commonplace',
    about: 'About Commonplace',
    hide: 'Hide Commonplace',
    hideOthers: 'Hide others',
    unhide: 'Show all',
    zoom: 'Zoom',
    front: 'Bring all to front',
  },
}

const zhCN: typeof en = {
  file: '文件',
  newChat: '新建对话',
  search: '搜索',
  settings: '设置…',
  edit: '编辑',
  view: '视图',
  palette: '命令面板',
  toggleRail: '显示或隐藏会话列表',
  toggleContext: '显示或隐藏上下文',
  window: '窗口',
  help: '帮助',
  shortcuts: '键盘快捷键',
  roles: {
    undo: '撤销',
    redo: '重做',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    pasteAndMatchStyle: '粘贴为纯文本',
    selectAll: '全选',
    resetZoom: '实际大小',
    zoomIn: '放大',
    zoomOut: '缩小',
    togglefullscreen: '全屏',
    toggleDevTools: '开发者工具',
    minimize: '最小化',
    close: '关闭窗口',
    quit: '退出 Commonplace',
    about: '关于 Commonplace',
    hide: '隐藏 Commonplace',
    hideOthers: '隐藏其他',
    unhide: '全部显示',
    zoom: '缩放',
    front: '前置全部窗口',
  },
}

export type MenuLanguage = 'en' | 'zh-CN'
type Role = keyof typeof en.roles
const separator = { type: 'separator' } as const

/** @param send Tells the page which command was chosen; ids are those of the command list. */
export function menuTemplate(language: MenuLanguage, platform: NodeJS.Platform, send: (commandId: string) => void): MenuItemConstructorOptions[] {
  const text = language === 'zh-CN' ? zhCN : en
  const role = (name: Role): MenuItemConstructorOptions => ({ role: name, label: text.roles[name] })
  // The page has the shortcuts: shown here, but not taken away from its inputs.
  const command = (label: string, id: string, accelerator: string | null): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    click: () => send(id),
  })
  const isMac = platform === 'darwin'
  const settings = command(text.settings, 'app.settings', 'CommandOrControl+,')
  const appMenu: MenuItemConstructorOptions = {
    label: 'Commonplace',
    submenu: [role('about'), separator, settings, separator, role('hide'), role('hideOthers'), role('unhide'), separator, role('quit')],
  }
  return [
    ...(isMac ? [appMenu] : []),
    {
      label: text.file,
      submenu: [
        command(text.newChat, 'session.new', 'CommandOrControl+N'),
        command(text.search, 'app.search', null),
        separator,
        ...(isMac ? [role('close')] : [settings, separator, role('quit')]),
      ],
    },
    {
      label: text.edit,
      submenu: [
        ...(['undo', 'redo'] as const).map(role),
        separator,
        ...(['cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'] as const).map(role),
      ],
    },
    {
      label: text.view,
      submenu: [
        command(text.palette, 'app.palette', 'CommandOrControl+K'),
        command(text.toggleRail, 'view.toggle-rail', null),
        command(text.toggleContext, 'view.toggle-context', null),
        separator,
        ...(['resetZoom', 'zoomIn', 'zoomOut'] as const).map(role),
        separator,
        ...(['togglefullscreen', 'toggleDevTools'] as const).map(role),
      ],
    },
    {
      label: text.window,
      submenu: isMac ? (['minimize', 'zoom', 'front'] as const).map(role) : (['minimize', 'close'] as const).map(role),
    },
    { label: text.help, role: 'help', submenu: [command(text.shortcuts, 'app.shortcuts', null)] },
  ]
}
