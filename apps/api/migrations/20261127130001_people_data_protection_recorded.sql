-- Which colleague wrote down what somebody asked for by letter or at the desk (nobody: the person asked in the product): another one makes the file.
alter table data_requests add column recorded_by uuid references users;
