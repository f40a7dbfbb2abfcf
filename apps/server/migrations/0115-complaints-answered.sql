-- Answered and not closed, who waits longest first.
create index complaints_answered on complaints (answered_at, id) where status = 'answered';
