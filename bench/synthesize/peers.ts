import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatTable } from '../../src/engines/table/format-table.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { runPython } from './python.ts';

/** Third-party synthesizers, each trained once: networks are slow, SDV's copula is constant. */
export const PEERS = ['CART', 'GaussianCopula', 'TVAE', 'mostlyai'] as const;
export type Peer = (typeof PEERS)[number];

/** Training limits: TVAE's epochs (SDV's default is 300), and mostlyai's minutes. */
const EPOCHS = process.env.TVAE_EPOCHS ?? '100';
const MINUTES = process.env.MOSTLYAI_MINUTES ?? '10';

type Facts = { version: string; seconds: number; megabytes: number };

export function peerLabel(peer: Peer, { version }: Facts): string {
  if (peer === 'mostlyai') return `mostlyai ${version}, at most ${MINUTES} minutes`;
  if (peer === 'CART') return `CART as synthpop's, scikit-learn ${version}`;
  return `SDV ${version} ${peer}${peer === 'TVAE' ? `, ${EPOCHS} epochs` : ''}`;
}

/** Writes a table as plain CSV; cells must contain neither commas nor quotes. */
export function writeTable(path: string, table: Table): void {
  const { names, textColumns } = formatTable(table);
  const lines = Array.from({ length: table.rows }, (_, row) =>
    textColumns.map((cells) => cells[row] ?? '').join(','),
  );
  writeFileSync(path, gzipSync([names.join(','), ...lines, ''].join('\n'), { level: 1 }));
}

/** Returns a peer's output for a file; reuses an existing file, so that a bench can resume. */
export async function makeByPeer(
  python: string,
  { folder, set, peer, seed }: { folder: string; set: string; peer: Peer; seed: number },
): Promise<{ path: string; facts: Facts }> {
  const path = join(folder, `${set}-${peer}-${seed}.csv.gz`);
  const note = `${path}.json`;
  if (!existsSync(note)) {
    const source = join(folder, `${set}.csv.gz`);
    const parameters = [peer, source, path, String(seed), EPOCHS, MINUTES];
    const [facts] = await runPython<Facts>(python, 'peers.py', parameters);
    writeFileSync(note, JSON.stringify(facts));
  }
  return { path, facts: JSON.parse(readFileSync(note, 'utf8')) as Facts };
}
