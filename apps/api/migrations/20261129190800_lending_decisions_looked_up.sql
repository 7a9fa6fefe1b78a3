-- How many decisions each rule set made: without this all decisions were read for each set.
create index credit_decisions_rule_set on credit_decisions (rule_set_id);
