-- Every sort of the loan list, alone and under its commonest filter: a page is a walk along an index, never a sort of the table.
create index loans_status_amount on loans (status, principal_kobo, id);
create index loans_status_days on loans (status, days_past_due, id);
create index loans_status_next_due on loans (status, next_due_on, id);
create index loans_status_disbursed on loans (status, disbursed_on, id);
create index loans_days on loans (days_past_due, id);
create index loans_next_due_all on loans (next_due_on, id);
create index loans_disbursed on loans (disbursed_on, id);
drop index loans_past_due;
