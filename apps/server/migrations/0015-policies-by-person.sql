-- Finds the policies of a person whose buyer, and so whose shard, is not known: by the keyed hash of their paper.
-- Written after a policy was issued, away from the statements of a purchase.
create table policies_by_person (
  person_index bytea not null,
  policy_id bigint not null,
  shard smallint not null,
  primary key (person_index, policy_id)
);
insert into policies_by_person (person_index, policy_id, shard)
select i.person_index, p.id, p.shard
from policies p join insured i on i.shard = p.shard and i.id = p.id
where p.issued_at is not null;

-- Removed people are kept for some minutes, in case it was a slip, and then forgotten.
create index members_to_forget on members (removed_at) where removed_at is not null and details_sealed <> '';
