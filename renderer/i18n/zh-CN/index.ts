import type { Catalogue } from '../en'
import { chat } from './chat'
import { commands } from './commands'
import { common } from './common'
import { errors } from './errors'
import { frame } from './frame'
import { palette } from './palette'
import { providers } from './providers'
import { recovery } from './recovery'
import { sessions } from './sessions'
import { settings } from './settings'
import { welcome } from './welcome'

export const zhCN: Catalogue = {
  chat,
  commands,
  common,
  errors,
  frame,
  palette,
  providers,
  recovery,
  sessions,
  settings,
  welcome,
}
