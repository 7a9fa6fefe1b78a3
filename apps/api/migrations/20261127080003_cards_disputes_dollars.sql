insert into configuration (key, value, is_public, description) values
  ('card_dispute_alone_cents', '10000', false, 'The largest provisional credit in dollars that one colleague gives, in cents');
