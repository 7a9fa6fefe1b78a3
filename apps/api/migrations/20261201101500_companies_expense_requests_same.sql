-- The same amount, day and place is looked up among what all people of a company ask for.
create index expense_request_lines_same on expense_request_lines (company_id, spent_on, amount_kobo);
