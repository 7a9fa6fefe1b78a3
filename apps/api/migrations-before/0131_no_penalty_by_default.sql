-- What stands for "no penalty" is what the application can read.
alter table loan_product_versions alter column penalty set default '{"kind": "none"}';
alter table loan_product_versions disable trigger user;
update loan_product_versions set penalty = '{"kind": "none"}' where penalty = '{}';
alter table loan_product_versions enable trigger user;
