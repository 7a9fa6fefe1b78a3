-- What a bank has agreed to give back is expected on its statement.
alter table reconciliation_items drop constraint reconciliation_items_subject_type_check;
alter table reconciliation_items
  add constraint reconciliation_items_subject_type_check
    check (
      subject_type in (
        'payout', 'payout_return', 'receipt', 'remittance', 'bank_line', 'unidentified_receipt', 'webhook',
        'bank_balance', 'partner_funding', 'bank_claim'
      )
    );
