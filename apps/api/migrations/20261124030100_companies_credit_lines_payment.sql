-- How a company pays its line: what is taken from its wallet on the due day, and what the next transfers into the wallet pay.
alter table credit_lines add column automatic text not null default 'minimum' check (automatic in ('minimum', 'full'));
alter table credit_lines add column transfer_kobo bigint not null default 0 check (transfer_kobo >= 0);
