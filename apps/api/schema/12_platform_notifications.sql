-- Notifications in the application.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table notifications (
  id uuid primary key,
  user_id uuid not null references users,
  -- The person whom a message to a colleague names, so that it can be erased with them.
  about_id uuid,
  kind text not null,
  title text not null,
  body text not null,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_unread on notifications (user_id, id desc) where read_at is null;
create index notifications_read on notifications (user_id, id desc) where read_at is not null;
create index notifications_about on notifications (about_id) where about_id is not null;

-- Part 2, made anew after each migration.

select pg_temp.rights('notifications', 'own rows', tenant_adds => true);
