-- Whether somebody is an approver of a company, for the names in its inbox.
create index company_approvers_person on company_approvers (approver_id, company_id);
