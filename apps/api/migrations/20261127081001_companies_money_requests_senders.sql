-- A higher limit of one sender is asked for as one of the wallet is.
alter table money_requests drop constraint money_requests_what_check;
alter table money_requests add constraint money_requests_what_check check (
  what in ('wallet_limit', 'purse_limit', 'sender_single', 'sender_daily', 'purse', 'line_part', 'draw')
);
alter table money_requests drop constraint money_requests_check;
alter table money_requests add constraint money_requests_check check (
  amount_kobo is not null or what in ('wallet_limit', 'purse_limit', 'sender_single', 'sender_daily')
);
drop index money_requests_limits;
create unique index money_requests_limits on money_requests (company_id, what, coalesce(user_id, company_id))
  where outcome is null and what in ('wallet_limit', 'purse_limit', 'sender_single', 'sender_daily');
