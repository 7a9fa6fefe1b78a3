-- Of cases that became complete before the column was. Only of those who wait or may wait again without another transition: most people were decided about.
update users u
set ready_at = t.ready_at
from (
  select subject_id, max(happened_at) as ready_at
  from transitions
  where noun = 'case' and to_state = 'processing'
  group by subject_id
) t
where t.subject_id = u.id and u.ready_at is null and u.profile_status in ('pending', 'verified', 'pre-approved', 'uncertain');
