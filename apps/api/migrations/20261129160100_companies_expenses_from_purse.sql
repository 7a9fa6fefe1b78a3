-- What a purse paid is an expense already: a line that retires an advance may name it instead of making another one.
alter table expenses add column is_from_purse boolean not null default false;
update expenses e
set is_from_purse = true
from card_captures c
join cards k on k.id = c.card_id and k.kind = 'company_debit'
where c.expense_id = e.id;
update expenses e set is_from_purse = true from bills b where b.expense_id = e.id and b.paid_from = 'purse';
alter table expense_request_lines add column expense_id uuid references expenses;
create index expense_request_lines_expense on expense_request_lines (expense_id) where expense_id is not null;
