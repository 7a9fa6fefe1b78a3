-- The day on which a loan was late no more, and who asked a second person for what was decided in a day: the lists that the home's figures open.
alter table loans add column cured_on date;
update loans l
set cured_on = t.day
from (
    select distinct on (subject_id) subject_id, to_state,
      coalesce(business_date, (happened_at at time zone 'Africa/Lagos')::date) as day
    from transitions
    where noun = 'loan' and from_state = 'past_due'
    order by subject_id, happened_at desc, id desc
  ) t
where t.subject_id = l.id and t.to_state in ('running', 'settled') and l.status in ('running', 'settled');
create index loans_cured on loans (cured_on, id) where cured_on is not null;
create index approvals_of_maker on approvals (maker_id, decided_at desc);
