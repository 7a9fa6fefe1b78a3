-- Passkeys: the public halves of the keys with which people sign in. The secret half never leaves their device.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- The device's own name of the key, base64url.
  credential_id text not null unique,
  -- COSE, as the device gave it.
  public_key bytea not null,
  -- How often the device has signed; 0 for ever on devices that do not count.
  counter bigint not null,
  transports text[] not null default '{}',
  -- Kept by a password manager on several devices; else it never leaves the one.
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- Part 2, made anew after each migration.

select pg_temp.rights('passkeys', 'own rows');
