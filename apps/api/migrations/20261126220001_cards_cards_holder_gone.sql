-- Its holder has left the company: what it held, and what shops take and give back since, is money of the company's wallet or line.
alter table cards add column is_holder_gone boolean not null default false;
update cards c
set is_holder_gone = true
from users u
where u.id = c.user_id and c.company_id is not null and u.company_id is distinct from c.company_id
  -- What is held in the purse still is let go there.
  and not exists (select 1 from card_authorisations p where p.card_id = c.id and p.hold_id is not null);
