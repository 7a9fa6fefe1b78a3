-- The same function, but not strict: only so is it written into the statement instead of being called for each row. What stands in columns and indexes stays true,
-- because nothing folded is nothing either way.
create or replace function folded(original text) returns text language sql immutable parallel safe as $$
  select lower((case when original ~ '[^ -~]' then translate(regexp_replace(normalize(original, NFD), '[\u0300-\u036f]', '', 'g'), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') else original end) collate "C")
$$;
