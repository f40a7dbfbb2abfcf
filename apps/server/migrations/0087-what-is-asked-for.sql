-- What exactly a second person agrees to, apart from why it is asked for; the subject stays what entries are found by.
alter table staff_approvals add column details text;
