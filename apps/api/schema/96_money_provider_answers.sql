-- What providers answered about money on its way: the evidence of their side.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table provider_answers (
  id uuid primary key,
  -- A bill or a payout.
  subject_id uuid not null,
  provider text not null,
  -- Sent to it, or asked about what was sent.
  question text not null check (question in ('send', 'ask')),
  outcome text not null,
  -- In its own words, where it has some.
  words text,
  answered_at timestamptz not null
);
create index provider_answers_subject on provider_answers (subject_id, answered_at, id);

-- Part 2, made anew after each migration.

select pg_temp.rights('provider_answers', 'no rows');
