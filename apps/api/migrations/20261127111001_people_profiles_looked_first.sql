-- Who verified and who pre-approved the case as it is now: neither of them activates it.
alter table profiles add column verified_by uuid references users, add column pre_approved_by uuid references users;
update profiles p
set
  verified_by = (
    select t.actor_id
    from transitions t
    where t.noun = 'profile' and t.subject_id = p.user_id and t.to_state = 'verified'
    order by t.happened_at desc
    limit 1
  ),
  pre_approved_by = (
    select t.actor_id
    from transitions t
    where t.noun = 'profile' and t.subject_id = p.user_id and t.to_state = 'pre-approved'
    order by t.happened_at desc
    limit 1
  )
where p.status in ('verified', 'pre-approved', 'activated', 'deactivated');
