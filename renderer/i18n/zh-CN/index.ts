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
import { recovery } from './recovery'
import { sessions } from './sessions'
import { settings } from './settings'
import { welcome } from './welcome'

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
  recovery,
  sessions,
  settings,
  welcome,
}
