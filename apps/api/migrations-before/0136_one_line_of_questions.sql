-- When a payout or a charge is asked about next. Several jobs may be left behind for one of them (by the send, by a lost answer, by a person who asked at once);
-- the one that comes when its question is due asks, the others find that it is not and go.
alter table payouts add column next_question_at timestamptz;
alter table charges add column next_question_at timestamptz;
