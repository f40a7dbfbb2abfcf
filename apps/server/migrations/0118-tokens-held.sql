-- Until when nobody asks for a token of which there was none to be had: its provider is away, or wants to be left alone.
alter table provider_tokens add column held_until timestamptz;
