-- Who signs offers of loans for the provider; empty for none by name.
insert into configuration (key, value, is_public, description) values
  ('provider_signatory', '""', false, 'Who signs offers of loans for the provider: name and office')
on conflict (key) do nothing;
