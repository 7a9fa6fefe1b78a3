-- Money recorded by hand.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What was recorded without a second person, by day: of a recorder, of a loan and of a person. Its rows are also the lock under which it is judged.
create table recorded_alone (
  subject_id uuid not null,
  on_day date not null,
  amount_kobo bigint not null,
  primary key (subject_id, on_day)
);

-- Part 2, made anew after each migration.

select pg_temp.rights('recorded_alone', 'no rows');
