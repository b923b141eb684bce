-- Whether maker-checker was on when an approval was given; unknown for earlier ones.
alter table public.model_approvals add column maker_checker boolean;
