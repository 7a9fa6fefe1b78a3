-- Who asked for terms of a partner, and why.
alter table card_partner_terms add column reason text, add column set_by uuid references users, add column set_at timestamptz;
create index card_partner_terms_set_by on card_partner_terms (set_by) where set_by is not null;
