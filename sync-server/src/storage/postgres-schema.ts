/** What an update came to, in the place of its sequence number. */
export const refusedAppend = { vaultGone: -1, quotaFull: -2, tooManyRooms: -3 } as const

export const schemaVersion = 1

/**
 * Everything lies in a schema of its own, so that the database may hold other things. `updates` refers to no table:
 * a check per row would cost more than the row. Whoever writes to a vault locks its row first, vaults in the order of
 * their ids; so two instances never wait for each other in a circle, and numbers of a room are given in the order in
 * which transactions end: who sees number n can see all before it.
 */
export const schemaSql = `
CREATE SCHEMA IF NOT EXISTS commonplace;
SET LOCAL search_path = commonplace;

CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL);

-- Raised when devices or vaults were taken away, by whatever program.
CREATE TABLE IF NOT EXISTS removals (number bigint NOT NULL);
INSERT INTO removals SELECT 0 WHERE NOT EXISTS (SELECT FROM removals);

CREATE TABLE IF NOT EXISTS vaults (
  vault_id text PRIMARY KEY,
  created_at bigint NOT NULL,
  max_bytes bigint,
  used_bytes bigint NOT NULL DEFAULT 0,
  room_count integer NOT NULL DEFAULT 0,
  recovery_token_hash bytea NOT NULL
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX IF NOT EXISTS vaults_recovery ON vaults (recovery_token_hash);

CREATE TABLE IF NOT EXISTS rooms (
  vault_id text NOT NULL REFERENCES vaults ON DELETE CASCADE,
  room text NOT NULL,
  head bigint NOT NULL,
  folded bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (vault_id, room)
) WITH (fillfactor = 50);

CREATE TABLE IF NOT EXISTS updates (
  vault_id text NOT NULL,
  room text NOT NULL,
  sequence bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (vault_id, room, sequence)
);
-- Sealed bytes do not get smaller.
ALTER TABLE updates ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE IF NOT EXISTS devices (
  vault_id text NOT NULL REFERENCES vaults ON DELETE CASCADE,
  device_id text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  position bigint GENERATED ALWAYS AS IDENTITY,
  added_at bigint NOT NULL,
  last_seen_at bigint,
  online_until bigint NOT NULL DEFAULT 0,
  removed_at bigint,
  PRIMARY KEY (vault_id, device_id)
);

CREATE TABLE IF NOT EXISTS setup_tokens (
  token_hash bytea PRIMARY KEY,
  expires_at bigint NOT NULL,
  max_bytes bigint
);

CREATE TABLE IF NOT EXISTS rendezvous (
  id text PRIMARY KEY,
  vault_id text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS rendezvous_vault ON rendezvous (vault_id);

CREATE TABLE IF NOT EXISTS rendezvous_slots (
  id text NOT NULL REFERENCES rendezvous ON DELETE CASCADE,
  slot integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (id, slot)
);

CREATE TABLE IF NOT EXISTS blobs (
  vault_id text NOT NULL REFERENCES vaults ON DELETE CASCADE,
  blob_id text NOT NULL,
  total_bytes bigint NOT NULL,
  received_bytes bigint NOT NULL DEFAULT 0,
  begun_at bigint NOT NULL,
  -- The instance that receives it, and until when that is believed.
  writer text,
  writer_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (vault_id, blob_id)
);

CREATE TABLE IF NOT EXISTS blob_chunks (
  vault_id text NOT NULL,
  blob_id text NOT NULL,
  position bigint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (vault_id, blob_id, position)
);
ALTER TABLE blob_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- One call, one transaction, one wait for the disk. The arrays are sorted by vault and room; payload is all updates, end to end.
CREATE OR REPLACE FUNCTION append_updates(
  in_vaults text[], in_rooms text[], in_sizes integer[], payload bytea, default_max bigint, most_rooms integer, in_reserves integer[]
) RETURNS bigint[] LANGUAGE plpgsql SET search_path = commonplace AS $$
DECLARE
  outcomes bigint[] := array_fill(0::bigint, ARRAY[cardinality(in_vaults)]);
  place integer := 1;
  this_vault text;
  this_room text;
  this_size integer;
  has_vault boolean := false;
  used_before bigint;
  used_now bigint;
  allowed bigint;
  rooms_now integer;
  head_before bigint := 0;
  head_now bigint := 0;
BEGIN
  PERFORM 1 FROM vaults v WHERE v.vault_id = ANY (in_vaults) ORDER BY v.vault_id FOR NO KEY UPDATE;
  -- One round more than there are updates closes the last room and vault.
  FOR i IN 1 .. cardinality(in_vaults) + 1 LOOP
    IF in_vaults[i] IS DISTINCT FROM this_vault OR in_rooms[i] IS DISTINCT FROM this_room THEN
      IF head_now > head_before THEN
        INSERT INTO rooms AS r (vault_id, room, head) VALUES (this_vault, this_room, head_now)
          ON CONFLICT (vault_id, room) DO UPDATE SET head = excluded.head;
      END IF;
      IF in_vaults[i] IS DISTINCT FROM this_vault THEN
        IF used_now <> used_before THEN
          UPDATE vaults v SET used_bytes = used_now, room_count = rooms_now WHERE v.vault_id = this_vault;
        END IF;
        this_vault := in_vaults[i];
        SELECT v.used_bytes, v.used_bytes, coalesce(v.max_bytes, default_max), v.room_count
          INTO used_before, used_now, allowed, rooms_now FROM vaults v WHERE v.vault_id = this_vault;
        has_vault := FOUND;
      END IF;
      this_room := in_rooms[i];
      SELECT r.head INTO head_before FROM rooms r WHERE r.vault_id = this_vault AND r.room = this_room;
      head_before := coalesce(head_before, 0);
      head_now := head_before;
    END IF;
    EXIT WHEN i > cardinality(in_vaults);
    this_size := in_sizes[i];
    IF NOT has_vault THEN
      outcomes[i] := ${refusedAppend.vaultGone};
    ELSIF head_now = 0 AND rooms_now >= most_rooms THEN
      outcomes[i] := ${refusedAppend.tooManyRooms};
    ELSIF used_now + this_size > allowed + in_reserves[i] THEN
      outcomes[i] := ${refusedAppend.quotaFull};
    ELSE
      IF head_now = 0 THEN rooms_now := rooms_now + 1; END IF;
      head_now := head_now + 1;
      used_now := used_now + this_size;
      INSERT INTO updates (vault_id, room, sequence, bytes)
        VALUES (this_vault, this_room, head_now, substring(payload FROM place FOR this_size));
      outcomes[i] := head_now;
    END IF;
    place := place + this_size;
  END LOOP;
  RETURN outcomes;
END $$;

CREATE OR REPLACE FUNCTION fold_updates(in_vault text, in_room text, through bigint, state bytea)
RETURNS boolean LANGUAGE plpgsql SET search_path = commonplace AS $$
DECLARE
  freed bigint;
BEGIN
  PERFORM 1 FROM vaults v WHERE v.vault_id = in_vault FOR NO KEY UPDATE;
  UPDATE rooms r SET folded = through
    WHERE r.vault_id = in_vault AND r.room = in_room AND r.folded < through AND r.head >= through;
  IF NOT FOUND THEN RETURN false; END IF;
  WITH gone AS (
    DELETE FROM updates u WHERE u.vault_id = in_vault AND u.room = in_room AND u.sequence <= through
    RETURNING octet_length(u.bytes) AS size
  ) SELECT coalesce(sum(size), 0) INTO freed FROM gone;
  INSERT INTO updates (vault_id, room, sequence, bytes) VALUES (in_vault, in_room, through, state);
  UPDATE vaults v SET used_bytes = v.used_bytes - freed + octet_length(state) WHERE v.vault_id = in_vault;
  RETURN true;
END $$;
`
