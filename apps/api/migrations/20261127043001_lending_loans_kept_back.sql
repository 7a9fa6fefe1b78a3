-- What an employer keeps back from the pay for the loan and has not paid yet: no penalty is charged on it. A copy of its open lines.
alter table loans add column kept_back_kobo bigint not null default 0 check (kept_back_kobo >= 0);
