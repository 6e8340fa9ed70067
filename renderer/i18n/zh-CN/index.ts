import type { Catalogue } from '../en'
import { common } from './common'

export const zhCN: Catalogue = { common }
