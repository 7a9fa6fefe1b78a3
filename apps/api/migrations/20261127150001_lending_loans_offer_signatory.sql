-- Who signed an offer for the provider, as it was printed: the accepted letter shows the same name where somebody else signs by then.
alter table documents_issued add column signatory text;
