/** Splits an update into several that come to the same when applied in order. A struct that is larger by itself stays whole. */
export function splitUpdate(_update: Uint8Array, _maxBytes: number): Uint8Array[] {
  throw new Error('not there yet')
}
