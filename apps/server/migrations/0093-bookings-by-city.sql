-- The desk's list of bookings of one city, which was looked for among those of all.
create index bookings_by_city on bookings (edition_code, left(region_code, 4), id desc);
