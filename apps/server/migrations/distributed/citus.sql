-- Run once after the migrations on a Citus coordinator (extension created): spreads the tables that grow.
-- Everything else in this product is plain PostgreSQL and runs unchanged without this file.
select create_distributed_table('orders', 'shard', colocate_with => 'none');
select create_distributed_table('insured', 'shard', colocate_with => 'orders');
select create_distributed_table('payment_attempts', 'shard', colocate_with => 'orders');
select create_distributed_table('payments', 'shard', colocate_with => 'orders');
select create_distributed_table('refunds', 'shard', colocate_with => 'orders');
select create_distributed_table('policies', 'shard', colocate_with => 'orders');
select create_distributed_table('upgrades', 'shard', colocate_with => 'orders');
select create_distributed_table('refund_items', 'shard', colocate_with => 'orders');
select create_distributed_table('medical_consents', 'shard', colocate_with => 'orders');
select create_distributed_table('medical_permissions', 'shard', colocate_with => 'orders');
select create_distributed_table('withholding_contracts', 'shard', colocate_with => 'orders');
select create_distributed_table('withholding_events', 'shard', colocate_with => 'orders');
select create_distributed_table('members', 'shard', colocate_with => 'orders');
select create_distributed_table('mid_year_applications', 'shard', colocate_with => 'orders');
select create_distributed_table('account_agreements', 'shard', colocate_with => 'orders');
select create_distributed_table('outbox', 'shard', colocate_with => 'orders');
select create_distributed_table('payment_notices', 'shard', colocate_with => 'orders');
select create_distributed_table('face_checks', 'shard', colocate_with => 'orders');
select create_distributed_table('three_element_matches', 'shard', colocate_with => 'orders');
select create_distributed_table('sales_counters', 'shard', colocate_with => 'orders');
-- Citus wants no triggers on spread tables: the rights keep the ledger append-only there.
drop trigger ledger_postings_stay on ledger_postings;
revoke update, delete, truncate on ledger_postings from current_user;
select create_distributed_table('ledger_postings', 'shard', colocate_with => 'orders');
select create_distributed_table('bill_lines', 'shard', colocate_with => 'orders');
select create_distributed_table('reconciliation_differences', 'shard', colocate_with => 'orders');
select create_distributed_table('users', 'phone_index', colocate_with => 'none');
select create_distributed_table('sms_codes', 'phone_index', colocate_with => 'users');
select create_distributed_table('sessions', 'token_hash', colocate_with => 'none');
select create_distributed_table('identity_proofs', 'token_hash', colocate_with => 'sessions');
select create_distributed_table('rate_windows', 'subject', colocate_with => 'none');
select create_distributed_table('person_claims', 'person_index', colocate_with => 'none');
select create_distributed_table('policies_by_person', 'person_index', colocate_with => 'person_claims');
select create_reference_table('editions');
select create_reference_table('documents');
select create_reference_table('dictionaries');
