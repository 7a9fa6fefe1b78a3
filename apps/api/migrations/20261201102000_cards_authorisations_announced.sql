-- A refund that a shop announces holds nothing: it is no approved payment, and ends when the money is there.
alter table card_authorisations drop constraint card_authorisations_status_check;
alter table card_authorisations add constraint card_authorisations_status_check
  check (status in ('approved', 'declined', 'announced', 'captured', 'reversed', 'expired'));
update card_authorisations p
set status = case
  when exists (select 1 from card_captures m where m.authorisation_id = p.id and m.kind = 'refund') then 'reversed' else 'announced'
end
where p.kind = 'refund' and p.status = 'approved';
