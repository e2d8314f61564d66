-- What a sender asks the receivers for, and what they answer.
alter table publication add column asks text check (asks in ('done', 'sign', 'reply') and (kind = 'todo' or asks = 'reply'));

alter table todo add column asks text check (asks in ('done', 'sign', 'reply'));
-- The text above the answer, in one or two languages as the title.
alter table todo add column form text not null default '';
alter table todo add column answer text check (answer in ('done', 'agreed', 'declined', 'replied'));
alter table todo add column reply text not null default '' check (char_length(reply) <= 1000);

alter table message add column may_reply boolean not null default false;
-- Null without one. Only of a message that may be replied to.
alter table message_recipient add column reply text check (char_length(reply) between 1 and 1000);
