-- When a receipt came to its expense: only what was there when it was approved stays (handlers of expense-receipts).
alter table expense_receipts add column merged_at timestamptz;
