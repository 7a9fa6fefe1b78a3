-- Referrals.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

insert into configuration (key, value, is_public, description) values
  ('referral_reward_kobo', '100000', false, 'What a customer earns when somebody they brought is paid a first loan, in kobo');
