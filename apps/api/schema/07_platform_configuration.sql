-- Settings that administrators change in the application; each noun inserts its own.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table configuration (
  key text primary key,
  value jsonb not null,
  is_public boolean not null default false,
  description text not null,
  updated_by uuid references users,
  updated_at timestamptz not null default now()
);

insert into configuration (key, value, is_public, description) values
  ('support_email', '"help@manilla.example"', true, 'Where customers write to'),
  ('support_phone', '"+2348000626455"', true, 'Whom customers call'),
  ('announcement', '""', true, 'A line that everybody sees at the top of each page; empty for none');

-- Part 2, made anew after each migration.

select pg_temp.rights('configuration', 'all rows');
