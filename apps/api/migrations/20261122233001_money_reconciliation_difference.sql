-- The list of exceptions by value, the most missing first.
create index reconciliation_items_difference
  on reconciliation_items ((coalesce(actual_kobo, 0) - coalesce(expected_kobo, 0)), id);
