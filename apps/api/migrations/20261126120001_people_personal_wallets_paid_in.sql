-- Transfers from outside come into cash wallets. Which kinds there are is declared in the contract (people/wallet-kinds.ts): no list here any more.
alter table personal_movements drop constraint personal_movements_kind_check;
alter table personal_movements add constraint personal_movements_kind_check check (kind ~ '^[a-z_]+$');
