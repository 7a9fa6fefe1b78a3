-- What companies send and pay, and what comes back of it. Which kinds there are is declared in the contract (companies/wallet-movements.ts): no list here any more.
alter table wallet_movements drop constraint wallet_movements_kind_check;
alter table wallet_movements add constraint wallet_movements_kind_check check (kind ~ '^[a-z_]+$');
