-- Erases a person on request: names and addresses go from the audit trail, the histories of decisions and the openings
-- of the log. Entries stay with commitments that nothing opens. Words (notes, reasons) are the organization's record and
-- stay. Only for deleted accounts, by a superadmin, and not under legal hold. Returns the number of rows that named the
-- person.
create function public.erase_person(p_user_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
  openings int;
  events int;
  decisions int;
  cases int;
begin
  if not private.is_superadmin() then
    raise exception 'Erasing a person needs the role superadmin' using errcode = '42501';
  elsif char_length(btrim(coalesce(p_reason, ''))) not between 3 and 500 then
    raise exception 'State the reason, in 3 to 500 characters' using errcode = 'PT400';
  elsif exists (select from public.profiles where id = p_user_id) then
    raise exception 'Delete the account first: erasing it also removes who acted' using errcode = 'PT409';
  elsif exists (select from private.person_erasures where person_id = p_user_id) then
    raise exception 'This person was already erased' using errcode = 'PT409';
  end if;
  touched := array(
    select distinct tenant_id from audit.events where actor_id = p_user_id or object_id = p_user_id::text
    union select distinct tenant_id from private.log_openings where person_id = p_user_id);
  if touched = '{}' then
    raise exception 'This sandbox holds nothing of this person' using errcode = 'PT404';
  elsif exists (select from public.organizations where id = any (touched) and legal_hold) then
    raise exception 'Legal hold: nothing of this organization can be deleted until a superadmin lifts it'
      using errcode = 'PT409';
  end if;
  insert into private.person_erasures (person_id, erased_by, reason) values (p_user_id, auth.uid(), btrim(p_reason));
  -- One entry for each commitment of the person, which verifiers find in the entries that stay closed.
  perform private.log_erasures(p_user_id);
  update private.log_openings set person_id = null, person = null, person_salt = null, erased_at = now()
   where person_id = p_user_id;
  get diagnostics openings = row_count;
  update audit.events
     set actor_email = case when actor_id = p_user_id then null else actor_email end,
         address = case when actor_id = p_user_id then null else address end,
         agent = case when actor_id = p_user_id then null else agent end,
         detail = case when object_id = p_user_id::text then '{}' else detail end
   where actor_id = p_user_id or object_id = p_user_id::text;
  get diagnostics events = row_count;
  update audit.batch_history set actor_email = null where actor_id = p_user_id;
  get diagnostics decisions = row_count;
  update audit.decision_history set actor_email = null where actor_id = p_user_id;
  get diagnostics cases = row_count;
  delete from auth.users where id = p_user_id;
  delete from private.commitment_salts where id = p_user_id;
  perform audit.record('user.erased', 'profile', p_user_id::text, null);
  return jsonb_build_object('log_entries', openings, 'audit_events', events, 'decisions', decisions + cases);
end $$;
grant execute on function public.erase_person(uuid, text) to :authenticated;

-- Returns deleted accounts whose persons are still named, for superadmins.
create function public.list_deleted_persons()
returns table (id uuid, email text, name text, deleted_at timestamptz, legal_hold boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_superadmin();
  return query
    select distinct on (e.object_id) e.object_id::uuid, coalesce(o.person ->> 'email', e.detail ->> 'email'),
           o.person ->> 'name', e.at,
           exists (select from public.organizations t where t.legal_hold and (t.id = e.tenant_id or t.id in (
             select h.tenant_id from private.log_openings h where h.person_id = e.object_id::uuid)))
      from audit.events e
      left join lateral (select l.person::jsonb as person from private.log_openings l
                          where l.person_id = e.object_id::uuid and l.person is not null
                          order by l.outbox_id desc limit 1) o on true
     where e.action = 'user.deleted' and (o.person is not null or e.detail ? 'email')
       and not exists (select from public.profiles p where p.id = e.object_id::uuid)
       and not exists (select from private.person_erasures x where x.person_id = e.object_id::uuid)
     order by e.object_id, e.at desc;
end $$;
grant execute on function public.list_deleted_persons() to :authenticated;

create function private.log_erasures(of_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  commitment text;
  tenant uuid;
begin
  for commitment, tenant in
    select distinct e.actor, e.tenant_id from (
      select convert_from(l.entry, 'UTF8')::jsonb ->> 'actor' as actor, o.tenant_id
        from private.log_openings o join log.leaves l on l.outbox_id = o.outbox_id where o.person_id = of_person
      union all
      select x.actor, o.tenant_id
        from private.log_openings o join log.outbox x on x.id = o.outbox_id where o.person_id = of_person) e
     where e.actor is not null
  loop
    perform private.log_entry('user.erased', commitment, tenant);
  end loop;
end $$;
