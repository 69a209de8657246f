-- Notices that make no chat unread by themselves: somebody left, a call ended. A constant default rewrites no rows.
alter table messages add column is_quiet boolean not null default false;

-- Where the notice of its beginning stands: whoever joins the call has seen it.
alter table calls add column notice_seq bigint;
