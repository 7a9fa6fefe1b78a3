-- Since when an application has been complete: what *Waits* shows and sorts by. A copy of the newest transition to processing, written by a
-- trigger (30_people_people.sql).
alter table users add column ready_at timestamptz;
-- Only of those who wait or may wait again without another transition: most people were decided about. One statement before the indexes, as
-- a file is one transaction: batches would hold the same locks, and longer.
update users u
set ready_at = t.ready_at
from (
  select subject_id, max(happened_at) as ready_at
  from transitions
  where noun = 'case' and to_state = 'processing'
  group by subject_id
) t
where t.subject_id = u.id and u.profile_status in ('pending', 'verified', 'pre-approved', 'uncertain');

-- bench lists: people, by waits_since. Who does not wait is behind those who do.
create index users_waits
  on users (
    coalesce(
      case
        when status in ('processing', 'processed') and profile_status in ('pending', 'verified', 'pre-approved')
        then coalesce(ready_at, created_at)
      end,
      'infinity'
    ),
    id
  )
  where is_customer;
-- The same of one stage of the case, such as the queue processing, from either end: in users_waits those who wait are before a million
-- others, and nobody of some stages waits.
create index users_status_waits
  on users (
    status,
    coalesce(
      case
        when status in ('processing', 'processed') and profile_status in ('pending', 'verified', 'pre-approved')
        then coalesce(ready_at, created_at)
      end,
      'infinity'
    ),
    id
  )
  where is_customer and erased_at is null;
-- The same of one state of the profile.
create index users_profile_waits
  on users (
    profile_status,
    coalesce(
      case
        when status in ('processing', 'processed') and profile_status in ('pending', 'verified', 'pre-approved')
        then coalesce(ready_at, created_at)
      end,
      'infinity'
    ),
    id
  )
  where is_customer and erased_at is null;
-- The queue process, whose stages have no common order in these.
create index users_queue_process_waits
  on users (
    coalesce(
      case
        when status in ('processing', 'processed') and profile_status in ('pending', 'verified', 'pre-approved')
        then coalesce(ready_at, created_at)
      end,
      'infinity'
    ),
    id
  )
  where is_customer and erased_at is null and not is_blacklisted
    and status in ('processing', 'accepted', 'processed') and profile_status in ('pending', 'verified');
