-- Who asks for a card reads what it costs before, with its tax.
update configuration set is_public = true where key = 'card_fee_vat_percent';
