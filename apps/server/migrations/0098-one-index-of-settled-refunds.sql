-- Equal to `refunds_by_settled`.
drop index refunds_by_settling;
