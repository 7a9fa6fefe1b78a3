-- Naira that left the bank for dollars with the issuer.
alter table issuer_float_top_ups add column amount_cents bigint check (amount_cents > 0);
