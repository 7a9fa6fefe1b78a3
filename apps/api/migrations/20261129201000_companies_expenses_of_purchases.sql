-- What the company shall buy is not spent when that is agreed to, nor when its money goes into a purse: what the purse pays is the expense, under its line.
alter table expenses add column line_number integer check (line_number is null or request_id is not null);

-- Those of before that no journal has: what the purse paid for them is an expense of its own already.
create temporary table not_spent on commit drop as
  select e.id, e.status
  from expenses e
  join expense_requests r on r.id = e.request_id
  where r.kind = 'purchase' and (r.paid_into = 'purse' or r.status = 'approved') and e.journal_id is null and e.status <> 'deleted';
insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, reason)
  select gen_random_uuid(), 'expense', n.id, n.status, 'deleted', 'System', 'What the company shall buy is an expense once it is bought.'
  from not_spent n;
update expenses e set status = 'deleted', version = version + 1 from not_spent n where n.id = e.id;
