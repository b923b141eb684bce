import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SynthesisMode } from '../src/engines/synthesize/index.ts';
import type { Table } from '../src/engines/table/table.ts';
import { benchBelievable } from './synthesize/believable.ts';
import { benchEngineTurns } from './synthesize/engine-turns.ts';
import { benchHistories } from './synthesize/histories.ts';
import { benchLinkageDraws } from './synthesize/linkage-draws.ts';
import { benchLinkedSeasons } from './synthesize/linked-seasons.ts';
import { PEERS } from './synthesize/peers.ts';
import { benchPrivate, benchPrivateTable } from './synthesize/private.ts';
import {
  benchPrivateMechanisms,
  benchPrivateRanges,
  benchPrivateUse,
  firstRows,
} from './synthesize/private-files.ts';
import { PUBLIC_SETS } from './synthesize/public-sets.ts';
import { findPython } from './synthesize/python.ts';
import { benchScale } from './synthesize/scale.ts';
import { benchSequences } from './synthesize/sequences.ts';
import { benchSideBySide, SYSTEMS } from './synthesize/side-by-side.ts';
import { DATA, openSet } from './synthesize/stored-tables.ts';
import { benchTables } from './synthesize/tables.ts';

/**
 * Benchmarks fidelity, privacy and speed of the learned synthesizer against third-party
 * synthesizers trained in the same run and stored outputs of more.
 * `node bench/synthesize.ts [--quick] [--only PART] [--systems LIST] [--seeds N] [--folder PATH] [--rows N] [--fits N] [--draws N] [--file NAME] [--before FOLDER]`;
 * PART is sets, one of them (adult, credit-default, campaign, ggplot2/diamonds, Ecdat/HI; with the
 * linkage of 20 draws, and an earlier checkout's processor time), berka, private,
 * private-use, private-ranges, private-mechanisms, sequences, believable (FILE of it, compared with
 * an earlier checkout), scale or tables; LIST some of aside, stored, fidelity, balanced,
 * cautious, private, CART, GaussianCopula, TVAE and mostlyai; quick skips stored outputs; output files
 * stay in the given folder, and existing outputs of peers there are reused.
 */
const option = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? null : process.argv[at + 1]!;
};
const only = option('--only');
const quick = process.argv.includes('--quick');
const LINKED_MODES: SynthesisMode[] = ['fidelity', 'balanced', 'cautious'];

/** Stored files of people, the second cut to 12,000 rows. */
function storedFiles(): Record<string, { train: Table; holdout: Table }> {
  const sets = ['adult', 'credit-default'].map((set) => [set, openSet(set)] as const);
  return Object.fromEntries(
    sets.flatMap(([set, stored]) =>
      stored === null
        ? []
        : [
            [
              set,
              {
                train: set === 'adult' ? stored.train : firstRows(stored.train, 12_000),
                holdout: stored.holdout,
              },
            ],
          ],
    ),
  );
}

async function benchSets(names: readonly string[]): Promise<void> {
  const systems = option('--systems')?.split(',') ?? SYSTEMS;
  const unknown = systems.filter((system) => !SYSTEMS.includes(system));
  if (unknown.length > 0) throw new Error(`Unknown systems: ${unknown.join(', ')}.`);
  const seeds = Number(option('--seeds') ?? Number.POSITIVE_INFINITY);
  const folder = option('--folder') ?? mkdtempSync(join(tmpdir(), 'sandbox-bench-synthesize-'));
  try {
    const python = await findPython({
      install: systems.some((system) => (PEERS as readonly string[]).includes(system)),
    });
    await benchSideBySide(names, {
      folder,
      python,
      seeds,
      systems: systems.filter((system) => system !== 'stored' || !quick),
    });
  } finally {
    if (option('--folder') === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function benchAll(): Promise<void> {
  const sets = PUBLIC_SETS.filter((set) => only === null || only === 'sets' || only === set);
  if (sets.length > 0) {
    await benchSets(sets);
    const draws = Number(option('--draws') ?? (quick ? 0 : 20));
    const before = option('--before');
    const chosen = option('--systems')?.split(',') ?? LINKED_MODES;
    const modes = LINKED_MODES.filter((mode) => chosen.includes(mode));
    if (draws > 0) benchLinkageDraws(sets, { draws, modes });
    if (before !== null) benchEngineTurns(sets, before);
  }
  const berka = `${DATA}berka/berka-basic-template.csv.gz`;
  if (only === null || only === 'berka') {
    if (existsSync(berka)) benchHistories(berka, ['fidelity', 'balanced']);
    else console.log(`berka: no data at ${berka}, skipped`);
  }
  if (only === null || only === 'tables') await benchTables(`${DATA}berka/`);
  if (only === null || only === 'private') {
    benchPrivate(`${DATA}marginals/`);
    benchPrivateTable(`${DATA}tabular/adult/`);
  }
  if (only === 'private-ranges') benchPrivateRanges(Number(option('--fits') ?? 200));
  if (only === 'private-mechanisms') benchPrivateMechanisms(Number(option('--seeds') ?? 10));
  if (only === 'sequences') {
    benchSequences();
    benchLinkedSeasons();
  }
  if (only === 'believable')
    await benchBelievable(option('--file') ?? '', option('--before') ?? null);
  if (only === 'private-use') benchPrivateUse(storedFiles());
  if (only === null || only === 'scale') benchScale(Number(option('--rows') ?? 1_000_000));
}

await benchAll();
