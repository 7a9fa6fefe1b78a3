-- Which bills of a day no report has named.
create index bills_business_date on bills (business_date, provider);
alter table bill_report_lines add constraint bill_report_lines_bill foreign key (bill_id) references bills;
create index bill_report_lines_bill on bill_report_lines (bill_id) where bill_id is not null;
