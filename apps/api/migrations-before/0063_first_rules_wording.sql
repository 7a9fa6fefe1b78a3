-- The first rules look at the age now, not at the end of the loan.
update rule_sets set tables = replace(tables::text, 'The person would be older than 65 when the loan ends.', 'The person is older than 65.')::jsonb where digest = 'first';
