/** Why an entry is not taken. Only 'replayed' and the two 'unknown-…' say nothing against its author. */
export type EntryRefusal =
  | 'malformed'
  | 'unknown-epoch'
  | 'unknown-device'
  | 'removed-device'
  | 'bad-signature'
  | 'bad-seal'
  | 'replayed'
  | 'newer-version'
