-- A planned transfer whose money is not there on its day is tried again, as a standing order is: once on a day.
alter table transfers add column tried_on date;
