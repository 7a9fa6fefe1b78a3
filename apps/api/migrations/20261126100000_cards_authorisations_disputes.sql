-- A dispute that was won is money that moved, and a line of the issuer's file.
alter table card_captures drop constraint card_captures_kind_check;
alter table card_captures add constraint card_captures_kind_check
  check (kind in ('capture', 'refund', 'refund_reversal', 'dispute_won'));
alter table card_settlement_lines drop constraint card_settlement_lines_kind_check;
alter table card_settlement_lines add constraint card_settlement_lines_kind_check
  check (kind in ('capture', 'refund', 'refund_reversal', 'dispute_won'));
