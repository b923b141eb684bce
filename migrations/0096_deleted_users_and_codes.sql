-- A user deleted softly keeps the id alone.
alter table auth.users add column deleted_at timestamptz;

-- Codes by mail, in the place of the password within a session.
alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (kind in ('recovery', 'reauthentication'));
alter table auth.mail_requests drop constraint mail_requests_kind_check,
  add constraint mail_requests_kind_check
  check (kind in ('recovery', 'reauthentication', 'password_changed', 'factor_added', 'factor_removed'));
