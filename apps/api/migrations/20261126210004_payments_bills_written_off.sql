-- Few of many lines: looked at again each day for what was booked since.
create index bill_report_lines_written_off on bill_report_lines (provider, reference, kind) where status = 'written_off';
