/** In everything that is planted: who looks for it finds any of them. */
export const mark = 'q7zk2wxv9j'

/** What only the laptop and its model service know. */
export const planted = {
  key: `sk-proj-Vq8Zr3Lw7Tx2${mark}Hs`,
  model: `quince-${mark}`,
  sentence: `The vault behind the quince tree holds ${mark}`,
  title: `Quince ledger ${mark}`,
} as const
