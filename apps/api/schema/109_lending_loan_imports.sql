-- Loans that were brought in from another book.

-- Part 1, made once: what exists is never edited; a change is a file in migrations/.

-- What the other book said of a loan; what is owed here is in the loan's own rows and in the ledger.
create table brought_in_loans (
  loan_id uuid primary key references loans,
  import_id uuid not null references imports,
  -- The row of the file, counted from 1 below the heading.
  number integer not null,
  paid_principal_kobo bigint not null check (paid_principal_kobo >= 0),
  paid_interest_kobo bigint not null check (paid_interest_kobo >= 0),
  -- Fees and penalties that were paid there: they are on no row here.
  paid_charges_kobo bigint not null check (paid_charges_kobo >= 0),
  last_paid_on date,
  -- Interest that the other book said was due; ours is what the terms make.
  claimed_interest_kobo bigint not null check (claimed_interest_kobo >= 0),
  unique (import_id, number)
);

-- Part 2, made anew after each migration.

select pg_temp.rights('brought_in_loans', $$exists (select 1 from loans l where l.id = loan_id)$$);
