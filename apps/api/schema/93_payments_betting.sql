-- Betting within bounds: who has kept themselves out of it, and who has set a lower limit of their own.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table betting_exclusions (
  id uuid primary key,
  user_id uuid not null references users,
  pause text not null check (pause in ('day', 'week', 'month', 'quarter', 'half_year', 'year', 'for_good')),
  since timestamptz not null,
  -- Null: for good.
  until timestamptz,
  reason text,
  -- The person, or a colleague whom they have asked.
  set_by uuid not null references users,
  check ((until is null) = (pause = 'for_good')),
  check (until > since)
);
create index betting_exclusions_user on betting_exclusions (user_id, since desc);
create index betting_exclusions_set_by on betting_exclusions (set_by);

-- A person's own limit of a day; the latest that has begun holds.
create table betting_limits (
  id uuid primary key,
  user_id uuid not null references users,
  daily_kobo bigint not null check (daily_kobo >= 0),
  valid_from timestamptz not null
);
create index betting_limits_user on betting_limits (user_id, valid_from desc);

-- Part 2, made anew after each migration.

-- Nobody ends it earlier, and nobody takes it away: it only ends by itself.
create or replace function keep_betting_exclusions() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'an exclusion from betting does not change';
end $$;
create or replace trigger betting_exclusions_stay before update or delete on betting_exclusions
  for each row execute function keep_betting_exclusions();

select pg_temp.rights('betting_exclusions', 'own rows');
select pg_temp.rights('betting_limits', 'own rows');
