import { common } from './common'

/** One file per area; every string that a person sees has its key here. */
export const en = { common }

export type Catalogue = typeof en
