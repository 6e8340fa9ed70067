import Database from 'better-sqlite3'

export type Sqlite = InstanceType<typeof Database>

const version = 1

const schema = `
  create table vaults (
    id text primary key, created_at integer not null, recovery_hash blob not null, max_bytes integer,
    used_bytes integer not null default 0, room_count integer not null default 0
  ) without rowid;
  create unique index vaults_by_recovery on vaults (recovery_hash);
  create table devices (
    vault_id text not null, device_id text not null, token_hash blob not null, added_at integer not null,
    last_seen_at integer, online_until integer not null default 0, removed_at integer,
    primary key (vault_id, device_id)
  ) without rowid;
  create unique index devices_by_token on devices (token_hash);
  create table rooms (
    id integer primary key, vault_id text not null, name text not null,
    sequence integer not null default 0, folded_sequence integer not null default 0
  );
  create unique index rooms_by_name on rooms (vault_id, name);
  -- In the order of arrival: a commit of many rooms writes a few pages at the end, not one for each room.
  create table updates (room_id integer not null, sequence integer not null, bytes blob not null);
  create unique index updates_by_room on updates (room_id, sequence);
  -- Rooms of deleted vaults, whose updates are taken away bit by bit.
  create table orphans (room_id integer primary key);
  create table setup_tokens (hash blob primary key, expires_at integer not null, max_bytes integer) without rowid;
  create table meetings (id text primary key, vault_id text not null, expires_at integer not null) without rowid;
  create table slots (id text not null, slot integer not null, bytes blob not null, primary key (id, slot)) without rowid;
  create table blobs (
    vault_id text not null, blob_id text not null, total_bytes integer not null, received_bytes integer not null,
    created_at integer not null, primary key (vault_id, blob_id)
  ) without rowid;
`

/** Opens the file, or makes it. Throws where it is of a newer version or no database. */
export function openSqlite(path: string): Sqlite {
  const db = new Database(path, { timeout: 5000 })
  db.pragma('auto_vacuum = incremental')
  db.pragma('journal_mode = wal')
  // Group commit promises that what was answered survives a power cut.
  db.pragma('synchronous = full')
  db.pragma('journal_size_limit = 67108864')
  // Rarely, since the commit that moves the log into the database keeps everybody waiting: pages that are written again
  // and again are moved once.
  db.pragma('wal_autocheckpoint = 8000')
  db.pragma('temp_store = memory')
  const found = db.pragma('user_version', { simple: true })
  if (typeof found !== 'number' || found > version) throw new Error(`the database ${path} was written by a newer version of this server`)
  if (found === 0) {
    db.transaction(() => {
      db.exec(schema)
      db.pragma(`user_version = ${version}`)
    }).immediate()
  }
  return db
}
