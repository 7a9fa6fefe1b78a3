-- Debits of a person's bank card for the bill of their credit card: what the wallet did not have on the due day.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

create table card_bank_debits (
  charge_id uuid primary key references charges,
  statement_id uuid not null references card_statements,
  card_id uuid not null references card_lines,
  user_id uuid not null references users,
  -- The day that was closing.
  business_date date not null,
  -- Once a day, even where the step runs twice.
  unique (statement_id, business_date)
);
create index card_bank_debits_card on card_bank_debits (card_id);
create index card_bank_debits_user on card_bank_debits (user_id);

-- Part 2, made anew after each migration.

select pg_temp.rights('card_bank_debits', 'own rows');
