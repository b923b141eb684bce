-- Clock of an environment: the last day lived, the last day of its original rows, and both as of the pin.
alter table public.environments add column clock date, add column clock_start date,
  add column pinned_clock date, add column pinned_clock_start date,
  add constraint environments_clock_check check ((clock is null) = (clock_start is null));
