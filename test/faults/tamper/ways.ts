import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrokenKind } from '../../../src/cli/verify/findings.ts';
import {
  decodeEntry,
  encodeEntry,
  type LogEntry,
} from '../../../src/engines/provenance/log-entry.ts';
import { openLogKey } from '../../../src/product/proof/log-key.ts';
import type { Copy, HonestSandbox } from './honest-sandbox.ts';
import { editBundle, entriesIn, signOver, writeLog } from './log-folder.ts';

export type Facts = {
  size: number;
  batch: number;
  parts: number;
  report: number;
  lastSpent: number;
  approved: number;
  revoked: number;
  closed: number;
  document: number;
  decided: number;
  case: number;
  before: string;
  now: string;
};

export type Way = {
  name: string;
  /** Verdict and entry that the verifier must report. */
  expected: { kind: BrokenKind; entry: number | null };
  /** Checkpoint stored by the auditor, if it is needed to detect the change. */
  since?: 'before' | 'now';
  /** Parts restored from a copy. */
  from?: { database: 'before' | 'now'; files: 'before' | 'now' };
  tamper: (copy: Copy, facts: Facts) => Promise<void> | void;
};

const AT = 300;

const edited = (entry: Uint8Array, change: (entry: LogEntry) => LogEntry): Uint8Array =>
  encodeEntry(change(decodeEntry(entry)!));

const forge = (entry: Uint8Array) => edited(entry, (e) => ({ ...e, subject: 'forged' }));

export function waysToTamper({ folder, key, batchId }: HonestSandbox, facts: Facts): Way[] {
  const { size } = facts;
  const inBundle = (edit: (entries: Uint8Array[], at: number) => Uint8Array[]) => (copy: Copy) =>
    editBundle(copy.log, { size, index: AT }, edit);
  const inDatabase = (sql: string) => (copy: Copy) => copy.asAdministrator(sql);
  /** Runs SQL past all triggers, so that nothing of it is logged or refused. */
  const silently = (sql: string) => inDatabase(`set session_replication_role = replica; ${sql}`);
  return [
    {
      name: 'entry edited',
      expected: { kind: 'entry edited', entry: AT },
      tamper: inBundle((all, i) => all.with(i, forge(all[i]!))),
    },
    {
      name: 'entry deleted in the middle',
      expected: { kind: 'entry deleted', entry: AT },
      tamper: inBundle((all, i) => all.toSpliced(i, 1)),
    },
    {
      name: 'tail cut',
      expected: { kind: 'tail cut', entry: size - 3 },
      tamper: (copy) => editBundle(copy.log, { size, index: size - 1 }, (all) => all.slice(0, -3)),
    },
    {
      name: 'entry inserted',
      expected: { kind: 'entry inserted', entry: AT },
      tamper: inBundle((all, i) => all.toSpliced(i, 0, forge(all[i]!))),
    },
    {
      name: 'entries reordered',
      expected: { kind: 'entries reordered', entry: AT },
      tamper: inBundle((all, i) => all.with(i, all[i + 5]!).with(i + 5, all[i]!)),
    },
    {
      name: 'organization swapped',
      expected: { kind: 'organization swapped', entry: AT },
      tamper: inBundle((all, i) => {
        const other = decodeEntry(all[i + 1]!)!.organization;
        return all.with(
          i,
          edited(all[i]!, (e) => ({ ...e, organization: other })),
        );
      }),
    },
    {
      name: "a batch's file changed",
      expected: { kind: 'file changed', entry: facts.batch },
      tamper: async (copy) => {
        const { rows } = await copy.database.owner.query<{ version: string }>(
          "select version from storage.objects where name like '%customers.csv'",
        );
        const { version } = rows[0]!;
        const path = join(copy.storage, 'objects', version.slice(0, 2), version);
        writeFileSync(path, readFileSync(path, 'utf8').replace(/\d(?=\D*$)/, 'x'));
      },
    },
    {
      name: 'one of the many files of a batch changed',
      expected: { kind: 'file changed', entry: facts.parts },
      tamper: async (copy) => {
        const { rows } = await copy.database.owner.query<{ version: string }>(
          "select version from storage.objects where name like '%accounts/0001.parquet'",
        );
        const { version } = rows[0]!;
        writeFileSync(join(copy.storage, 'objects', version.slice(0, 2), version), 'other rows');
      },
    },
    {
      name: 'one of the many files of a batch removed',
      expected: { kind: 'file missing', entry: facts.parts },
      tamper: silently("delete from storage.objects where name like '%accounts/0001.parquet'"),
    },
    {
      name: 'manifest changed in the database',
      expected: { kind: 'batch changed in the database', entry: facts.batch },
      tamper: inDatabase(
        'update public.generation_logs set manifest = replace(manifest::text, \'"seed":"7"\', \'"seed":"8"\')::json where entity_type = \'customers\' and manifest is not null',
      ),
    },
    {
      name: 'score changed in the database',
      expected: { kind: 'batch changed in the database', entry: facts.report },
      tamper: inDatabase(
        'update public.generation_logs set privacy_score = 99 where manifest is not null',
      ),
    },
    {
      name: 'database restored from an old copy',
      from: { database: 'before', files: 'now' },
      expected: { kind: 'database restored', entry: null },
      tamper: () => {},
    },
    {
      name: 'database and files restored from an old copy',
      from: { database: 'before', files: 'before' },
      since: 'now',
      expected: { kind: 'log rolled back', entry: null },
      tamper: () => {},
    },
    {
      name: "everything rewritten with the operator's key",
      since: 'before',
      expected: { kind: 'log rewritten', entry: null },
      tamper: async (copy) => {
        const all = entriesIn(copy.log, size);
        const forged = all.with(AT, forge(all[AT]!));
        writeLog(copy.log, forged, key);
        await copy.asAdministrator(
          `update log.leaves set entry = decode('${Buffer.from(forged[AT]!).toString('hex')}', 'hex') where seq = ${AT}`,
        );
      },
    },
    {
      name: 'split view',
      since: 'now',
      expected: { kind: 'split view', entry: null },
      tamper: (copy) => {
        const all = entriesIn(copy.log, size);
        writeLog(copy.log, all.with(AT, forge(all[AT]!)), key);
      },
    },
    {
      name: "the privacy ledger's tail cut",
      expected: { kind: 'privacy ledger cut', entry: facts.lastSpent },
      tamper: inDatabase(
        'alter table public.privacy_ledger disable trigger all; delete from public.privacy_ledger where sequence = 3; alter table public.privacy_ledger enable trigger all',
      ),
    },
    {
      name: 'key swapped',
      expected: { kind: 'key swapped', entry: null },
      tamper: (copy) => {
        const other = {
          ...openLogKey(join(folder, 'other-key'), 'sandbox.example'),
          origin: key.origin,
        };
        const named = { ...other, noteKey: { ...other.noteKey, name: key.origin } };
        writeFileSync(join(copy.log, 'checkpoint'), signOver(entriesIn(copy.log, size), named));
      },
    },
    {
      name: 'old checkpoint replayed',
      since: 'now',
      expected: { kind: 'log rolled back', entry: null },
      tamper: (copy) => writeFileSync(join(copy.log, 'checkpoint'), facts.before),
    },
    {
      name: "bank rows differ from the batch's file",
      expected: { kind: 'bank rows changed', entry: facts.batch },
      tamper: inDatabase(
        `update bank.customers set city = 'Elsewhere' where batch_id = '${batchId}' and seq = (select min(seq) from bank.customers where batch_id = '${batchId}')`,
      ),
    },
    {
      name: 'the use of an approval widened, with its hash recomputed',
      expected: { kind: 'approval changed', entry: facts.approved },
      tamper: inDatabase(`
        update public.model_approvals set intended_use = 'Anything' where closed_at is null;
        update public.model_approvals a set sha256 = private.approval_sha256(a) where closed_at is null`),
    },
    {
      name: 'a revocation undone',
      expected: { kind: 'approval changed', entry: facts.revoked },
      tamper: inDatabase('update public.model_approvals set closed_at = null'),
    },
    {
      name: 'a batch removed without an entry',
      expected: { kind: 'batch removed', entry: facts.batch },
      tamper: silently(
        `delete from public.batch_reports where batch_id = '${batchId}';
         delete from public.generation_logs where batch_id = '${batchId}'`,
      ),
    },
    {
      name: 'a decision on exceptions flipped',
      expected: { kind: 'decision changed', entry: facts.decided },
      tamper: silently("update public.exception_batches set status = 'rejected'"),
    },
    {
      name: 'a decision on a case flipped',
      expected: { kind: 'decision changed', entry: facts.case },
      tamper: silently("update public.exception_decisions set decision = 'approved'"),
    },
    {
      name: 'the hash of a document changed',
      expected: { kind: 'evidence changed', entry: facts.document },
      tamper: silently("update public.evidence_documents set sha256 = 'cd'"),
    },
    {
      name: 'a document removed without an entry',
      expected: { kind: 'evidence changed', entry: facts.document },
      tamper: silently('delete from public.evidence_documents'),
    },
    {
      name: 'a closed approval deleted',
      expected: { kind: 'approval changed', entry: facts.closed },
      tamper: silently('delete from public.model_approvals where closed_at is not null'),
    },
    {
      name: "an approver exchanged in the log's openings",
      expected: { kind: 'person changed', entry: facts.approved },
      tamper: silently(`
        update private.log_openings o set person = '{"id": null, "email": "dora@bank.example"}'
          from log.leaves l where l.outbox_id = o.outbox_id and l.seq = ${facts.approved}`),
    },
    {
      name: 'the words of a revocation removed',
      expected: { kind: 'opening missing', entry: facts.revoked },
      tamper: silently(`
        update private.log_openings o set words = null
          from log.leaves l where l.outbox_id = o.outbox_id and l.seq = ${facts.revoked}`),
    },
    {
      name: 'audit events deleted',
      expected: { kind: 'audit trail cut', entry: facts.document },
      tamper: silently("delete from audit.events where action = 'evidence.uploaded'"),
    },
    {
      name: "a report's verdict changed, with its hash and the log's column",
      expected: { kind: 'batch changed in the database', entry: facts.report },
      tamper: silently(`
        update public.batch_reports set privacy = '{"verdict":"pass"}', sha256 = 'ab' where batch_id = '${batchId}';
        update log.leaves set sha256 = 'ab' where seq = ${facts.report}`),
    },
    {
      name: "the hash of a leaf changed in the log's column",
      expected: { kind: 'entry edited', entry: facts.approved },
      tamper: silently(`update log.leaves set hash = '\\x00' where seq = ${facts.approved}`),
    },
  ];
}
