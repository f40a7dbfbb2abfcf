-- What is held of a person is told to them (their right): these two lie in the bucket of something else than their account.
create index face_checks_by_user on face_checks (user_id) where user_id is not null;
create index group_people_by_person on group_people (person_index);
