-- What a provider has kept back for us of late, when its catalogue was read: the catalogues do not say it. Null: nothing of that kind was delivered by it.
alter table bill_products add column commission_bps integer check (commission_bps between 0 and 10000);
create index bills_delivered on bills (provider, kind, ended_at) where status = 'delivered';
insert into configuration (key, value, is_public, description) values
  ('bills_cheapest_first', '0', false, 'Whether who costs us less is asked first where several sell the same: 1, or 0 for the order that colleagues set');
