-- The tenant's part of the log, for its pages and evidence packs.
create function private.own_commitment() returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(salt || convert_to(id::text, 'UTF8')), 'hex')
    from private.commitment_salts where id = private.tenant_id()
$$;

-- Log entries of the caller's tenant with the first covering outside signature. The view reads the log as its owner.
create view public.log_entries as
  select l.seq, l.organization_seq, l.kind, l.subject, l.sha256, l.at,
         s.signed_at as outside_at, s.kind as outside_kind, s.name as outside_name
    from log.leaves l
    left join lateral (select kind, name, signed_at from log.outside_signatures
                        where size > l.seq order by size, signed_at limit 1) s on true
   where l.organization = (select private.own_commitment());
grant select on public.log_entries to :authenticated, :service_role;
grant execute on function private.own_commitment() to :authenticated, :service_role;

-- Returns a range of the tenant's entries as sealed, with what opens their commitments: text and salt, or that the
-- person was erased, or that the database lost it: the log was restored from its tiles.
create function private.own_entries(first bigint, last bigint)
returns table (seq bigint, organization_seq bigint, entry bytea, opening jsonb)
language sql stable security definer set search_path = '' as $$
  select l.seq, l.organization_seq, l.entry, jsonb_strip_nulls(jsonb_build_object(
           'by', case when o.person is not null then jsonb_build_object('salt', encode(o.person_salt, 'hex'), 'text', o.person)
                      when o.erased_at is not null then jsonb_build_object('erased', true) end,
           'said', case when o.words is not null then jsonb_build_object('salt', encode(o.words_salt, 'hex'), 'text', o.words) end,
           'lost', (select true from log.leaves r cross join lateral (select convert_from(r.entry, 'UTF8')::jsonb -> 'detail' as d) e
                     where r.organization = l.organization and r.kind = 'log.restored'
                       and l.seq >= (e.d ->> 'from')::bigint and l.seq < (e.d ->> 'to')::bigint limit 1)))
    from log.leaves l left join private.log_openings o on o.outbox_id = l.outbox_id
   where l.organization = private.own_commitment() and l.organization_seq between first and last
   order by l.organization_seq
$$;

-- Returns true if entries on these subjects are not sealed yet, ignoring exports and packs.
create function private.own_unsealed(subjects text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from log.outbox o
    where o.organization = private.own_commitment() and o.subject = any (subjects) and o.kind not in ('data.exported', 'pack.made'))
$$;

-- Returns the newest checkpoint over an entry with all its signatures, preferably one with an outside signature.
create function private.checkpoint_over(entry bigint)
returns table (size bigint, note text, token bytea, outside_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select c.size, c.note || coalesce(w.lines, ''), t.signature, greatest(w.signed_at, t.signed_at)
    from log.checkpoints c
    left join lateral (
      select string_agg(convert_from(signature, 'UTF8'), '' order by name) as lines, max(signed_at) as signed_at
        from (select distinct on (name) name, signature, signed_at from log.outside_signatures
               where size = c.size and kind = 'witness' order by name, id desc) newest) w on true
    left join lateral (
      select signature, signed_at from log.outside_signatures
       where size = c.size and kind = 'timestamp' order by id desc limit 1) t on true
   where c.size > entry
   order by (w.lines is not null)::int + (t.signature is not null)::int desc, c.size desc
   limit 1
$$;

-- Returns decisions on exceptions with notes, of one batch's analyses or of a period.
create function private.own_decisions(p_batch_id uuid, p_from timestamptz, p_until timestamptz)
returns table (exceptions uuid, name text, item int, at text, by text, before text, after text, reason text,
  note text, self_approved boolean)
language sql stable security definer set search_path = '' as $$
  with decided as (
    select h.batch_id, null::int as item, h.at, h.actor_email, h.from_status, h.to_status, null::text as reason,
           h.notes, h.self_approved
      from audit.batch_history h where h.tenant_id = private.tenant_id()
    union all
    select h.batch_id, h.item, h.at, h.actor_email, h.from_decision, h.to_decision, h.reason_code, h.note, false
      from audit.decision_history h where h.tenant_id = private.tenant_id())
  select d.batch_id, e.batch_name, d.item, private.utc(d.at), d.actor_email, d.from_status, d.to_status, d.reason, d.notes,
         d.self_approved
    from decided d
    left join public.exception_batches e on e.id = d.batch_id
    left join public.pattern_analysis_results p on p.id = e.result_id
   where (p_batch_id is null or p.batch_id = p_batch_id) and d.at >= p_from and d.at < p_until
   order by d.at
$$;

-- Records an evidence pack in the audit trail and, with the hash of its index and of its parts, on the log.
create function private.note_evidence_pack(subject text, sha256 text, detail jsonb, parts jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform audit.record('evidence_pack.exported', 'evidence_pack', subject, private.tenant_id(),
    detail || jsonb_build_object('sha256', sha256));
  perform private.log_entry('pack.made', subject, private.tenant_id(), sha256, detail || jsonb_build_object('parts', parts));
end $$;

-- Returns the entry of a pack of the tenant; no row while it is not sealed.
create function private.own_pack(pack_sha256 text) returns table (seq bigint, entry bytea)
language sql stable security definer set search_path = '' as $$
  select l.seq, l.entry from log.leaves l
   where l.organization = private.own_commitment() and l.kind = 'pack.made' and l.sha256 = pack_sha256
   order by l.seq limit 1
$$;
grant execute on function private.own_entries(bigint, bigint), private.own_unsealed(text[]),
  private.checkpoint_over(bigint), private.own_decisions(uuid, timestamptz, timestamptz),
  private.note_evidence_pack(text, text, jsonb, jsonb), private.own_pack(text) to :authenticated;

-- Returns the sealing progress of the log and its last outside signature.
create function private.log_status()
returns table (size bigint, sealed_at timestamptz, outside_at timestamptz, outside_kind text, outside_name text,
  halted text, note text)
language sql stable security definer set search_path = '' as $$
  select coalesce(c.size, 0), c.signed_at, o.signed_at, o.kind, o.name, (select reason from log.halted),
         c.note
    from (select) one
    left join lateral (select size, signed_at, note from log.checkpoints order by size desc limit 1) c on true
    left join lateral (select kind, name, signed_at from log.outside_signatures
                        order by signed_at desc limit 1) o on true
$$;
grant execute on function private.log_status() to :authenticated;
