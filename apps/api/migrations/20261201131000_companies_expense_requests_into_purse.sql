-- bench companies, lists: whether somebody was ever paid back into their purse is asked for each row of the list of expenses.
create index expense_requests_into_purse on expense_requests (user_id, company_id) where status = 'paid' and paid_into = 'purse';
