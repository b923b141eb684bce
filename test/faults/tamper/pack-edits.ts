import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { BrokenKind } from '../../../src/cli/verify/findings.ts';

type Approval = { sha256: string; state: string | null; approved_at: string };
type Packed = { batch: string; status: string; file_in_pack: boolean };
type Index = { about: object; batches: Packed[]; entries: { first: number; last: number } };
type Document = { document: string; filename: string; sha256: string; linked_to: string[] };

/** A copy of an unpacked evidence pack that a forger edits. */
export type Pack = {
  batch: string;
  other: string;
  path: (name: string) => string;
  json: <Value>(name: string, edit: (value: Value) => Value) => void;
  text: (name: string, edit: (text: string) => string) => void;
  write: (name: string, text: string) => void;
  remove: (name: string) => void;
};

type Edit = { kind: BrokenKind; edit: (pack: Pack) => void };

type Record = { run_id: string; batch_id: string; approvals: Approval[] };

const records = (edit: (all: Record[]) => Record[]) => (pack: Pack) =>
  pack.json('approvals.json', edit);
const index = (edit: (index: Index) => Index) => (pack: Pack) => pack.json('pack.json', edit);
const evidence = (edit: (all: Document[]) => Document[]) => (pack: Pack) =>
  pack.json('evidence.json', edit);
const inState = (state: string | null, change: Partial<Approval>) =>
  records((all) =>
    all.map((record) => ({
      ...record,
      approvals: record.approvals.map((one) => (one.state === state ? { ...one, ...change } : one)),
    })),
  );
const forgeFile = (pack: Pack) => {
  const folder = `batches/${pack.batch}`;
  const { files } = JSON.parse(readFileSync(pack.path(`${folder}/manifest.json`), 'utf8')) as {
    files: { name: string }[];
  };
  pack.write(`${folder}/${files[0]!.name}`, 'forged\n');
};

/** Edits of a batch's pack, each with the lists recomputed. */
export const BATCH_EDITS: { [name: string]: Edit } = {
  "another batch's folder under this id": {
    kind: 'batch swapped',
    edit: ({ path, batch, other }) => {
      rmSync(path(`batches/${batch}`), { recursive: true });
      cpSync(other, path(`batches/${batch}`), { recursive: true });
    },
  },
  'an approval that awaits its second approver shown as approved': {
    kind: 'approval changed',
    edit: inState('awaiting', { state: 'approved' }),
  },
  'a revoked approval shown as approved': {
    kind: 'approval changed',
    edit: inState(null, { state: 'approved' }),
  },
  'an approval without a readable date': {
    kind: 'approval changed',
    edit: inState('approved', { approved_at: 'yesterday' }),
  },
  'an invented approval': {
    kind: 'approval changed',
    edit: records((all) => [
      { ...all[0]!, run_id: randomUUID(), approvals: all[0]!.approvals.slice(0, 1) },
      ...all,
    ]),
  },
  'an approval removed': {
    kind: 'approval changed',
    edit: records((all) => all.map((record) => ({ ...record, approvals: [] }))),
  },
  'an approval moved to another batch': {
    kind: 'approval changed',
    edit: records((all) => all.map((record) => ({ ...record, batch_id: randomUUID() }))),
  },
  'the use of an approval widened': {
    kind: 'approval changed',
    edit: inState('approved', { intended_use: 'Anything' } as Partial<Approval>),
  },
  'the signature deleted and the statement forged': {
    kind: 'file missing',
    edit: ({ batch, remove, text }) => {
      remove(`batches/${batch}/batch.oms.json`);
      text(`batches/${batch}/statement.intoto.json`, (all) => all.replace('sandbox', 'forger'));
    },
  },
  'the proof deleted, file and manifest forged': {
    kind: 'file missing',
    edit: (pack) => {
      forgeFile(pack);
      pack.remove(`batches/${pack.batch}/batch.tlog-proof`);
      pack.text(`batches/${pack.batch}/manifest.json`, (all) => all.replace('"seed"', '"Seed"'));
    },
  },
  'a forged file that is said to be left out': {
    kind: 'file changed',
    edit: (pack) => {
      forgeFile(pack);
      index((all) => ({
        ...all,
        batches: all.batches.map((batch) => ({ ...batch, file_in_pack: false })),
      }))(pack);
    },
  },
  'a file added to the batch': {
    kind: 'pack changed',
    edit: ({ batch, write }) => write(`batches/${batch}/more.csv`, 'a,b\n'),
  },
  'a file added to the pack': {
    kind: 'pack changed',
    edit: ({ write }) => write('legal-opinion.pdf', '%PDF-1.4'),
  },
  'the list of evidence emptied': { kind: 'evidence changed', edit: evidence(() => []) },
  'evidence linked to another record': {
    kind: 'evidence changed',
    edit: evidence((all) => all.map((document) => ({ ...document, linked_to: [randomUUID()] }))),
  },
  'the hash of evidence changed': {
    kind: 'evidence changed',
    edit: evidence((all) => all.map((document) => ({ ...document, sha256: 'ab'.repeat(32) }))),
  },
  'decisions removed': { kind: 'file missing', edit: ({ remove }) => remove('decisions.json') },
  'lineage removed': {
    kind: 'file missing',
    edit: ({ batch, remove }) => remove(`lineage/${batch}.jsonl`),
  },
  'the report dropped': {
    kind: 'file missing',
    edit: ({ batch, remove }) => {
      remove(`reports/${batch}.json`);
      remove(`reports/${batch}.pdf`);
    },
  },
  'all batches and reports dropped': {
    kind: 'pack changed',
    edit: (pack) => {
      for (const folder of ['batches', 'reports', 'lineage']) {
        rmSync(pack.path(folder), { recursive: true });
      }
      index((all) => ({ ...all, batches: [] }))(pack);
    },
  },
  "the log's tail cut": {
    kind: 'tail cut',
    edit: ({ text }) =>
      text('log/entries.jsonl', (all) => `${all.trimEnd().split('\n').slice(0, -1).join('\n')}\n`),
  },
};

/** Edits of a period's pack, each with the lists recomputed. */
export const PERIOD_EDITS: { [name: string]: Edit } = {
  'a batch with its report dropped': {
    kind: 'pack changed',
    edit: (pack) => {
      const { batch } = pack;
      for (const folder of [`batches/${batch}`, `reports/${batch}.json`, `reports/${batch}.pdf`]) {
        rmSync(pack.path(folder), { recursive: true });
      }
      pack.remove(`lineage/${batch}.jsonl`);
      index((all) => ({ ...all, batches: all.batches.filter((one) => one.batch !== batch) }))(pack);
    },
  },
  'a batch invented': {
    kind: 'pack changed',
    edit: index((all) => ({
      ...all,
      batches: [...all.batches, { ...all.batches[0]!, batch: randomUUID(), manifest_sha256: null }],
    })),
  },
  'another period named': {
    kind: 'pack changed',
    edit: index((all) => ({ ...all, about: { from: '2031-01-01', to: '2031-01-31' } })),
  },
  'a record with its approvals removed': { kind: 'approval changed', edit: records(() => []) },
  'a document removed': { kind: 'evidence changed', edit: evidence(() => []) },
};

/** Copies a pack, edits it and recomputes its list of files, as a forger would. */
export function editPack(
  from: string,
  to: string,
  { batch, other, edit }: { batch: string; other: string; edit: (pack: Pack) => void },
): void {
  cpSync(from, to, { recursive: true });
  const path = (name: string) => join(to, name);
  const text: Pack['text'] = (name, change) =>
    writeFileSync(path(name), change(readFileSync(path(name), 'utf8')));
  edit({
    batch,
    other,
    path,
    text,
    json: (name, change) => text(name, (all) => JSON.stringify(change(JSON.parse(all)))),
    write: (name, all) => {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), all);
    },
    remove: (name) => rmSync(path(name)),
  });
  const files = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !['pack.json', 'receipt.json'].includes(entry.name))
    .map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const name = relative(to, join(entry.parentPath, entry.name));
      return { name, sha256, bytes: bytes.length };
    });
  text('pack.json', (all) => JSON.stringify({ ...JSON.parse(all), files }));
}
