-- Mails that invite a user who has no password yet.
alter table auth.mail_requests drop constraint mail_requests_kind_check,
  add constraint mail_requests_kind_check
  check (kind in ('recovery', 'invitation', 'reauthentication', 'password_changed', 'factor_added', 'factor_removed'));
