-- In a file of its own: writes to users wait while the indexes are made, and nothing else does.
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
