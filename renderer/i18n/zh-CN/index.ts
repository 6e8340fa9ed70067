import type { Catalogue } from '../en'
import { chat } from './chat'
import { commands } from './commands'
import { common } from './common'
import { context } from './context'
import { errors } from './errors'
import { frame } from './frame'
import { palette } from './palette'
import { profile } from './profile'
import { providers } from './providers'
import { sessions } from './sessions'
import { settings } from './settings'

export const zhCN: Catalogue = {
  chat,
  commands,
  common,
  context,
  errors,
  frame,
  palette,
  profile,
  providers,
  sessions,
  settings,
}
