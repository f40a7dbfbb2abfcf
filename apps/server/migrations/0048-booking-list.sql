-- The desk's list of who asked to be reminded of a sale, the latest first.
create index bookings_of_edition on bookings (edition_code, id desc);
