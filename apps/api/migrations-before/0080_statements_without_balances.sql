-- The first rules: a statement that shows no running balances cannot be said to add up; a person looks at it.
update rule_sets set tables = replace(tables::text,
  '{"id": "unsound", "when": {"is_statement_sound": "false"}, "reason": "The balances of the statement do not add up.", "outcome": "failed"}',
  '{"id": "unsound", "when": {"is_statement_sound": "false"}, "reason": "The balances of the statement do not add up.", "outcome": "failed"}, {"id": "no-balances", "when": {"has_statement": "true", "is_statement_sound": "null"}, "reason": "The statement shows no running balances.", "outcome": "attention"}')::jsonb
where digest = 'first';
