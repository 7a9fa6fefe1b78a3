-- What was waived of a penalty is not charged again by the next close.
alter table repayments add column waived_penalty_kobo bigint not null default 0 check (waived_penalty_kobo >= 0);
