-- Who asks a machine what is there, with a card that is stopped or a wrong PIN, is refused: that is kept like a declined payment of nothing.
alter table card_authorisations drop constraint card_authorisations_kind_check;
alter table card_authorisations add constraint card_authorisations_kind_check check (kind in ('purchase', 'cash', 'refund', 'enquiry'));
