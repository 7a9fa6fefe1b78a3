-- By when a person looks at what the rules refer to one: said to whom it is about (record 0068).
insert into configuration (key, value, is_public, description) values
  ('review_working_days', '2', false, 'Working days within which a person looks at what the rules refer to one');
