-- Which product's editions were ordered in a recording: a client only ever says the product itself.
alter table recording_digests add column editions text[] not null default '{}';
update recording_digests d set editions = bought.editions
from (
  select b.trace, array_agg(distinct o.edition_code) as editions
  from order_recordings b join orders o on o.shard = b.shard and o.id = b.order_id
  where b.state = 'bound' and b.trace is not null group by b.trace
) bought
where bought.trace = d.trace;
create index recording_digests_editions on recording_digests using gin (editions);
