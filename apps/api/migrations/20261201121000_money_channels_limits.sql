-- What leaves a wallet in a day is bounded by how it came too; nothing is bounded until it is set.
insert into configuration (key, value, is_public, description) values
  ('channel_online_person_kobo', '0', false, 'What may leave a cash wallet in a day by what its owner sends while signed in, in kobo; 0 without a limit'),
  ('channel_file_person_kobo', '0', false, 'What may leave a cash wallet in a day by lists of numbers, in kobo; 0 without a limit'),
  ('channel_planned_person_kobo', '0', false, 'What may leave a cash wallet in a day by what was planned before, in kobo; 0 without a limit'),
  ('channel_online_company_kobo', '0', false, 'What may leave a company''s wallet in a day by what its people send while signed in, in kobo; 0 without a limit'),
  ('channel_file_company_kobo', '0', false, 'What may leave a company''s wallet in a day by batches and lists of numbers, in kobo; 0 without a limit'),
  ('channel_planned_company_kobo', '0', false, 'What may leave a company''s wallet in a day by what was planned before, in kobo; 0 without a limit');
