-- What the wallet does not have is taken from the bank card that the person has saved, where they want it.
alter table card_lines add column debits_bank_card boolean not null default false;
alter table card_payments drop constraint card_payments_channel_check;
alter table card_payments add constraint card_payments_channel_check
  check (channel in ('wallet', 'automatic', 'transfer', 'deposit', 'bank_card'));
