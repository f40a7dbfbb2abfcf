-- Messages about one order are found at a million of them.
create index text_messages_by_about on text_messages (about, created_at desc, id desc);
