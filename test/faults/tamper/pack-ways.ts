import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrokenKind } from '../../../src/cli/verify/findings.ts';
import { parseCheckpoint } from '../../../src/engines/provenance/checkpoint.ts';
import { parseNote, signatureLine } from '../../../src/engines/provenance/note.ts';
import { openLogKey } from '../../../src/product/proof/log-key.ts';
import type { PackFolder } from './pack-folder.ts';

export type Packs = {
  /** Pack of the approved batch after everything. */
  pack: PackFolder;
  /** The same batch, before its report, revocation and second approval. */
  earlier: PackFolder;
  /** Pack of the batch whose approval is an exception. */
  other: PackFolder;
  /** Pack of that batch while its approval awaited the second approver. */
  batch: string;
  otherBatch: string;
  folder: string;
  origin: string;
};

export type PackWay = {
  name: string;
  of?: 'pack' | 'other';
  /** A finding of this kind, whose text contains `place`, at the entry of this kind. */
  expected: { kind: BrokenKind; place: string; entry: string | null };
  tamper: (pack: PackFolder, packs: Packs) => void;
};

const approval = (value: { approvals: { closed_at: string | null }[] }[]) =>
  value[0]!.approvals.find(({ closed_at: closed }) => closed === null) as never as {
    [name: string]: unknown;
  };
const moved = (at: unknown) => String(at).replace(/^\d{4}/, (year) => String(Number(year) - 1));
const atReceipt = (place: string): PackWay['expected'] => ({
  kind: 'pack changed',
  place,
  entry: 'pack.made',
});
const person = (place: string, entry: string): PackWay['expected'] => ({
  kind: 'person changed',
  place,
  entry,
});

/** Fourteen edits of one file each, with the lists recomputed. */
const EDITS: PackWay[] = [
  {
    name: 'a row of the data',
    expected: { kind: 'file changed', place: 'customers.csv', entry: 'batch.completed' },
    tamper: (pack, { batch }) =>
      pack.edit(`batches/${batch}/customers.csv`, (text) => text.replace(/\d(?=\D*$)/, 'x')),
  },
  {
    name: 'the verdict of the report',
    expected: { kind: 'report changed', place: '.json', entry: 'report.measured' },
    tamper: (pack, { batch }) =>
      pack.edit(`reports/${batch}.json`, (text) =>
        text.replace('"lawsHold":true', '"lawsHold":false'),
      ),
  },
  {
    name: 'the use of an approval',
    expected: { kind: 'approval changed', place: 'differs', entry: 'model.approved' },
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        approval(value).intended_use = 'Anything';
      }),
  },
  {
    name: 'the expiry of an approval',
    expected: { kind: 'approval changed', place: 'differs', entry: 'model.approved' },
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        approval(value).expires_on = '2099-01-01';
      }),
  },
  {
    name: 'an entry of the log removed',
    expected: { kind: 'entry deleted', place: 'missing', entry: 'model.revoked+' },
    tamper: (pack) =>
      pack.editLines((lines) => lines.filter(({ entry }) => entry.kind !== 'model.revoked')),
  },
  {
    name: 'the manifest',
    expected: { kind: 'manifest changed', place: 'manifest.json', entry: 'batch.completed' },
    tamper: (pack, { batch }) =>
      pack.edit(`batches/${batch}/manifest.json`, (text) =>
        text.replace('"seed":"7"', '"seed":"8"'),
      ),
  },
  {
    name: "the approver's e-mail",
    expected: person('approver', 'model.approved'),
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        approval(value).approved_by = 'dora@bank.example';
      }),
  },
  {
    name: 'the date of an approval',
    expected: person('approved_at', 'model.approved'),
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        approval(value).approved_at = moved(approval(value).approved_at);
      }),
  },
  {
    name: 'an approval removed',
    expected: { kind: 'approval changed', place: 'not in the pack', entry: 'model.approved-' },
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        value[0].approvals.shift();
      }),
  },
  {
    name: 'the maker of a record',
    expected: person('maker', 'model.recorded'),
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        value[0].made_by = 'dora@bank.example';
      }),
  },
  {
    name: 'the note of an approval',
    expected: person('notes', 'model.approved'),
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        approval(value).notes = 'Never looked at.';
      }),
  },
  {
    name: 'the PDF of the report',
    expected: atReceipt('.pdf'),
    tamper: (pack, { batch }) => {
      const name = `reports/${batch}.pdf`;
      const bytes = readFileSync(join(pack.path, name));
      bytes[bytes.length >> 1]! ^= 1;
      pack.write(name, bytes);
    },
  },
  {
    name: 'the map of controls',
    expected: atReceipt('controls.json'),
    tamper: (pack) => pack.edit('controls.json', (text) => text.replace('not_covered', 'how')),
  },
  {
    name: 'the lineage',
    expected: atReceipt('lineage/'),
    tamper: (pack, { batch }) =>
      pack.edit(`lineage/${batch}.jsonl`, (text) =>
        text.replaceAll('"eventTime":"2', '"eventTime":"1'),
      ),
  },
];

function otherCheckpoint(pack: PackFolder, { folder, origin }: Packs): string {
  const own = openLogKey(join(folder, 'other-key'), 'sandbox.example');
  const noteKey = { ...own.noteKey, name: origin };
  const { text } = parseNote(pack.read('log/checkpoint'))!;
  if (parseCheckpoint(text) === null) throw new Error('no checkpoint');
  return `${text}\n${signatureLine(text, noteKey, own.sign)}`;
}

/** Ten exchanges between packs and logs, with the lists recomputed. */
const EXCHANGES: PackWay[] = [
  {
    name: 'the approvals of two packs swapped',
    expected: { kind: 'record missing', place: 'approvals.json', entry: 'model.recorded' },
    tamper: (pack, { other }) => pack.write('approvals.json', other.read('approvals.json')),
  },
  {
    name: 'an older report with its PDF',
    expected: { kind: 'report changed', place: '.json', entry: 'report.measured' },
    tamper: (pack, { earlier, batch }) => {
      for (const ending of ['json', 'pdf']) {
        const name = `reports/${batch}.${ending}`;
        pack.write(name, readFileSync(join(earlier.path, name)));
      }
    },
  },
  {
    name: "another batch's PDF",
    expected: { kind: 'report changed', place: 'does not print', entry: 'report.measured' },
    tamper: (pack, { other, batch, otherBatch }) =>
      pack.write(
        `reports/${batch}.pdf`,
        readFileSync(join(other.path, `reports/${otherBatch}.pdf`)),
      ),
  },
  {
    name: 'the clock of the pack moved',
    expected: atReceipt('pack.json'),
    tamper: (pack) =>
      pack.editJson('pack.json', (index) => {
        index.made_at = moved(index.made_at);
      }),
  },
  {
    name: 'the checkpoint of another log',
    expected: { kind: 'key swapped', place: 'checkpoint', entry: null },
    tamper: (pack, packs) => pack.write('log/checkpoint', otherCheckpoint(pack, packs)),
  },
  {
    name: 'the receipt of another pack',
    expected: { kind: 'receipt wrong', place: 'another pack', entry: 'other pack.made' },
    tamper: (pack, { other }) => pack.write('receipt.json', other.read('receipt.json')),
  },
  {
    name: 'the receipt removed, and the map of controls changed',
    expected: { kind: 'receipt missing', place: 'receipt.json', entry: null },
    tamper: (pack) => {
      pack.remove('receipt.json');
      pack.edit('controls.json', (text) => text.replace('not_covered', 'how'));
    },
  },
  {
    name: 'the person of an entry removed',
    expected: { kind: 'opening missing', place: 'person', entry: 'evidence.uploaded' },
    tamper: (pack) =>
      pack.editLines((lines) =>
        lines.map(({ by, ...line }) =>
          line.entry.kind === 'evidence.uploaded' ? line : { ...line, by },
        ),
      ),
  },
  {
    name: 'a revocation cut off the tail, and its approval shown as open',
    expected: person('revocation', 'model.revoked'),
    tamper: (pack) =>
      pack.editJson('approvals.json', (value) => {
        const ended = value[0].approvals.find((one: { closed_at: unknown }) => one.closed_at);
        Object.assign(ended, {
          closed_at: null,
          closed_by: null,
          closed_reason: null,
          state: 'approved',
        });
      }),
  },
  {
    name: "another batch's folder under this id",
    expected: { kind: 'batch swapped', place: 'batch', entry: 'other batch.completed' },
    tamper: (pack, { other, batch, otherBatch }) => {
      const within = `batches/${batch}`;
      for (const name of [
        'batch.tlog-proof',
        'manifest.json',
        'customers.csv',
        'batch.oms.json',
        'croissant.json',
        'statement.intoto.json',
      ]) {
        pack.write(
          `${within}/${name}`,
          readFileSync(join(other.path, `batches/${otherBatch}`, name)),
        );
      }
    },
  },
];

export const PACK_WAYS: readonly PackWay[] = [...EDITS, ...EXCHANGES];
