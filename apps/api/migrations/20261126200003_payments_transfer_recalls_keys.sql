-- The keys of recalls, and the clock of what has not arrived.
alter table transfer_recalls
  add constraint transfer_recalls_transfer_key foreign key (transfer_id) references transfers,
  add constraint transfer_recalls_case_key foreign key (case_id) references refund_cases;
insert into configuration (key, value, is_public, description) values
  ('failed_value_hours', '24', true, 'Hours in which a claim that a transfer has not arrived is answered');
