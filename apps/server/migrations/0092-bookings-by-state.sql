-- The desk's list of bookings in one state: what few are in was looked for among all.
create index bookings_by_status on bookings (edition_code, status, id desc);
create index bookings_by_notice on bookings (edition_code, notice_state, id desc);
