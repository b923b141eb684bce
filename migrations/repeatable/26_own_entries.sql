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

-- Returns a range of the tenant's entries as sealed.
create function private.own_entries(first bigint, last bigint)
returns table (seq bigint, organization_seq bigint, entry bytea)
language sql stable security definer set search_path = '' as $$
  select l.seq, l.organization_seq, l.entry from log.leaves l
   where l.organization = private.own_commitment() and l.organization_seq between first and last
   order by l.organization_seq
$$;

-- Returns true if entries on these subjects are not sealed yet, ignoring exports.
create function private.own_unsealed(subjects text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from log.outbox o
    where o.organization = private.own_commitment() and o.subject = any (subjects) and o.kind <> 'data.exported')
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
returns table (exceptions uuid, name text, item int, at timestamptz, by text, before text, after text, reason text,
  note text, self_approved boolean)
language sql stable security definer set search_path = '' as $$
  with decided as (
    select h.batch_id, null::int as item, h.at, h.actor_email, h.from_status, h.to_status, null::text as reason,
           h.notes, h.self_approved
      from audit.batch_history h where h.tenant_id = private.tenant_id()
    union all
    select h.batch_id, h.item, h.at, h.actor_email, h.from_decision, h.to_decision, h.reason_code, h.note, false
      from audit.decision_history h where h.tenant_id = private.tenant_id())
  select d.batch_id, e.batch_name, d.item, d.at, d.actor_email, d.from_status, d.to_status, d.reason, d.notes,
         d.self_approved
    from decided d
    left join public.exception_batches e on e.id = d.batch_id
    left join public.pattern_analysis_results p on p.id = e.result_id
   where (p_batch_id is null or p.batch_id = p_batch_id) and d.at >= p_from and d.at < p_until
   order by d.at
$$;

-- Records the export of an evidence pack in the audit trail and, with its hash, on the log.
create function private.note_evidence_pack(subject text, sha256 text, detail jsonb) returns void
language sql security definer set search_path = '' as $$
  select audit.record('evidence_pack.exported', 'evidence_pack', subject, private.tenant_id(),
    detail || jsonb_build_object('sha256', sha256))
$$;
grant execute on function private.own_entries(bigint, bigint), private.own_unsealed(text[]),
  private.checkpoint_over(bigint), private.own_decisions(uuid, timestamptz, timestamptz),
  private.note_evidence_pack(text, text, jsonb) to :authenticated;

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
