-- An endorsement sent by e-mail: which change it belongs to; null for any other paper.
alter table paper_mails add column change_id bigint;
