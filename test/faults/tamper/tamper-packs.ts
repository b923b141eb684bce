import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newVerdict, type Verdict } from '../../../src/cli/verify/findings.ts';
import { verifyPack } from '../../../src/cli/verify/pack/verify-pack.ts';
import { openParts } from '../../../src/cli/verify/parts/open-parts.ts';
import { readTrust } from '../../../src/cli/verify/trust.ts';
import type { LogEntry } from '../../../src/engines/provenance/log-entry.ts';
import { decodeEntry } from '../../../src/engines/provenance/log-entry.ts';
import { parseLogProof } from '../../../src/engines/provenance/log-proof.ts';
import { copyOf, type PackFolder, packFolder, unpack } from './pack-folder.ts';
import { type PackSandbox, startPackSandbox } from './pack-sandbox.ts';
import { PACK_WAYS, type Packs, type PackWay } from './pack-ways.ts';

type Say = (line: string) => void;

export async function verified(path: string, keys: string): Promise<Verdict> {
  const verdict = newVerdict();
  const parts = await openParts(path);
  try {
    await verifyPack(parts, readTrust({ vkey: keys }), verdict);
  } finally {
    parts.close();
  }
  return verdict;
}

const entriesIn = (pack: PackFolder): LogEntry[] =>
  pack
    .read('log/entries.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { entry: LogEntry }).entry);

const receiptEntry = (pack: PackFolder): number => {
  const { proof } = JSON.parse(pack.read('receipt.json')) as { proof: string };
  return decodeEntry(parseLogProof(proof)!.entry)!.seq;
};

/** Finds the entry that a finding must name: the newest of a kind about the pack's subjects. */
function entryOf(kind: string | null, { pack, other, batch, otherBatch }: Packs): number | null {
  if (kind === null) return null;
  if (kind === 'pack.made') return receiptEntry(pack);
  if (kind === 'other pack.made') return receiptEntry(other);
  const record = (JSON.parse(pack.read('approvals.json')) as { run_id: string }[])[0]!.run_id;
  const [document] = JSON.parse(pack.read('evidence.json')) as { document: string }[];
  const subjects = kind.startsWith('other ') ? [otherBatch] : [batch, record, document!.document];
  const name = kind.replace(/^other |[-+]$/g, '');
  const all = entriesIn(kind.startsWith('other ') ? other : pack);
  const found = all.filter((entry) => entry.kind === name && subjects.includes(entry.subject));
  if (kind.endsWith('-')) return found[0]!.seq;
  const newest = found.at(-1)!;
  // A gap is named at the entry after it.
  return kind.endsWith('+') ? all[all.indexOf(newest) + 1]!.seq : newest.seq;
}

async function tamperPack(way: PackWay, packs: Packs, { keys, say }: { keys: string; say: Say }) {
  const name = way.name.replaceAll(/\W+/g, '-');
  const copy = copyOf(packs.pack, join(packs.folder, `tampered-${name}`));
  way.tamper(copy, packs);
  copy.list();
  const { broken } = await verified(copy.path, keys);
  const { kind, place, entry } = way.expected;
  const seq = entryOf(entry, packs);
  const isNamed = broken.some(
    (found) => found.kind === kind && found.entry === seq && found.what.includes(place),
  );
  const words = broken.map((found) => `${found.kind} at ${found.entry}: ${found.what}`).join(' | ');
  say(
    `${isNamed ? 'named  ' : 'MISSED '} pack: ${way.name}: ${isNamed ? kind : words || 'nothing found'}`,
  );
  return isNamed;
}

async function honestPacks(
  sandbox: PackSandbox,
  { count, say }: { count: number; say: Say },
): Promise<boolean> {
  const ids = Object.values(sandbox.batches);
  const today = new Date().toISOString().slice(0, 10);
  const scopes = Array.from({ length: count }, (_, i) =>
    i % 3 === 2
      ? ({ kind: 'period', from: today, to: today } as const)
      : ({ kind: 'batch', batchId: ids[i % 3]! } as const),
  );
  let findings = 0;
  for (let first = 0; first < count; first += 10) {
    const paths = await Promise.all(
      scopes.slice(first, first + 10).map((scope, i) => sandbox.pack(`honest-${first + i}`, scope)),
    );
    for (const path of paths) {
      const { broken } = await verified(path, sandbox.keys);
      findings += broken.length;
      for (const found of broken) say(JSON.stringify(found));
    }
  }
  say(`${count} honest packs: ${findings} findings`);
  return findings === 0;
}

/** Waits until the batches are proven and all entries sealed. */
export async function settled({ database }: PackSandbox): Promise<void> {
  for (;;) {
    const { rows } = await database.owner.query<{ waiting: boolean }>(
      `select exists (select from log.outbox)
           or (select max(seq) + 1 from log.leaves) is distinct from (select max(size) from log.checkpoints)
           or (select count(*) from storage.objects where name like '%batch.oms.json') < 2 as waiting`,
    );
    if (!rows[0]!.waiting) return;
    await sleep(200);
  }
}

async function makePacks(sandbox: PackSandbox): Promise<Packs> {
  const { approved: batch, excepted: otherBatch } = sandbox.batches;
  const unpacked = async (name: string, id: string) => {
    const to = join(sandbox.folder, name);
    await unpack(await sandbox.packOf(`${name}-archive`, id), to);
    return packFolder(to);
  };
  await settled(sandbox);
  const earlier = await unpacked('earlier', batch);
  await sandbox.measureAgain();
  await settled(sandbox);
  const [pack, other] = [await unpacked('pack', batch), await unpacked('other', otherBatch)];
  const [origin] = pack.read('log/checkpoint').split('\n');
  return { pack, earlier, other, batch, otherBatch, folder: sandbox.folder, origin: origin! };
}

/** Tampers with evidence packs as listed in `pack-ways.ts`; true if each is named at its place. */
export async function tamperPacks(say: Say, honest: number): Promise<boolean> {
  const sandbox = await startPackSandbox();
  let good = true;
  try {
    const packs = await makePacks(sandbox);
    for (const way of PACK_WAYS) {
      good = (await tamperPack(way, packs, { keys: sandbox.keys, say })) && good;
    }
    return (await honestPacks(sandbox, { count: honest, say })) && good;
  } finally {
    await sandbox.stop();
  }
}
