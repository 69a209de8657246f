-- That of the mail about a passkey that was added. Using any link removes the passkeys that were added since its mail.
alter table security_links add column undoes_passkey boolean not null default false;
