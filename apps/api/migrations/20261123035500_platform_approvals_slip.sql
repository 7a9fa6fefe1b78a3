-- Each money recorded by hand asks whether another request brings the same slip.
create index approvals_slip on approvals ((payload ->> 'slip_id')) where payload ->> 'slip_id' is not null;
