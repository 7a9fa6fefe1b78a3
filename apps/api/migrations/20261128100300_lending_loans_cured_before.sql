-- Loans that were late no more in the last two months, from their transitions; nobody looks further back.
update loans l
set cured_on = t.day
from (
    select distinct on (subject_id) subject_id, to_state,
      coalesce(business_date, (happened_at at time zone 'Africa/Lagos')::date) as day
    from transitions
    where noun = 'loan' and from_state = 'past_due'
    order by subject_id, happened_at desc, id desc
  ) t
where t.subject_id = l.id and t.to_state in ('running', 'settled') and l.status in ('running', 'settled')
  and t.day >= (select business_date - 60 from business_calendar);
