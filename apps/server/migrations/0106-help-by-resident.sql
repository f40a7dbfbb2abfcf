-- What a resident is told to be held of help at an outlet, also of help that came to no order.
create index assistances_of_resident on assistances (resident_id) where resident_id is not null;
