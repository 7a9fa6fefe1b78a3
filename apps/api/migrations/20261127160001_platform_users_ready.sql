-- Since when an application has been complete: what *Waits* shows and sorts by. A copy of the newest transition to processing, written by a
-- trigger (30_people_people.sql).
alter table users add column ready_at timestamptz;
-- With the column, so that none that becomes complete from here on is left out; made anew with the schema's second parts.
-- Since when the application is complete; the newest time counts where a case came back. Who completes it may be a company's
-- administrator, who sees no history of the case: only where history itself is changed is all of it read.
create or replace function copy_ready() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update users set ready_at = greatest(ready_at, new.happened_at) where id = new.subject_id;
  else
    update users
    set ready_at = (
      select max(happened_at)
      from transitions
      where subject_id = new.subject_id and noun = 'case' and to_state = 'processing'
    )
    where id = new.subject_id;
  end if;
  return null;
end $$;
create or replace trigger transitions_ready_copy
  after insert or update of happened_at on transitions
  for each row
  when (new.noun = 'case' and new.to_state = 'processing')
  execute function copy_ready();
