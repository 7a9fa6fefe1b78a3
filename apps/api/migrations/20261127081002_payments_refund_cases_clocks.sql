-- Each kind of claim has its clock (annex, section 6): airtime and data are delivered within a day or given back; a payment that its payer did not make has its own.
insert into configuration (key, value, is_public, description) values
  ('failed_airtime_hours', '24', true, 'Hours in which a claim that airtime or data has not arrived is answered'),
  ('not_me_hours', '48', true, 'Hours in which a claim that somebody else made a payment is answered');
