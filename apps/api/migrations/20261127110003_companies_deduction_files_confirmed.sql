-- What was confirmed once and sent back again was a shield too: the next months are not believed before something is paid.
alter table deduction_files add column was_confirmed boolean not null default false;
update deduction_files f
set was_confirmed = true
where status in ('confirmed', 'paid', 'allocated')
  or exists (
    select 1 from transitions t where t.noun = 'deductionFile' and t.subject_id = f.id and t.to_state = 'confirmed'
  );
