-- Lists of all orders by what few orders are or have: without these the whole index by time is gone through to find forty.
-- Each holds few rows, so that buying writes nothing more.
create index orders_unusual on orders (created_at desc, id desc) where status in (10, 60, 80, 85, 90);
create index orders_by_method on orders (method, created_at desc, id desc) where method not in ('wxpay', 'alipay');
create index orders_by_source on orders (source, created_at desc, id desc) where source is not null;
-- From a day to the numbers of its entries.
create index staff_audit_by_time on staff_audit (at) include (number);
-- Companies, the latest first.
create index groups_by_id on groups (id desc);
-- Recordings that are in another state than nearly all.
create index evidence_recordings_unusual on evidence_recordings (state) where state <> 'sealed';
create index recordings_erased on recordings (last_received_at desc, trace desc) where keys_wrapped is null;
