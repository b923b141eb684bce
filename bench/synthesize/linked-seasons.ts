import { qualityReport } from '../../src/engines/measure/index.ts';
import { type RandomStream, streamFor } from '../../src/engines/random/stream.ts';
import { fitTables, sampleTables } from '../../src/engines/synthesize/index.ts';
import { formatTable } from '../../src/engines/table/format-table.ts';
import { parseColumns } from '../../src/engines/table/parse-columns.ts';
import type { Table } from '../../src/engines/table/table.ts';
import { processorClock } from '../processor-clock.ts';
import { packagedSet } from './packaged-sets.ts';

const NAMES: Record<string, string> = {
  id: 'playerID',
  year: 'yearID',
  team: 'teamID',
  lg: 'lgID',
};
const RELATION = {
  child: 'seasons',
  childKey: 'playerID',
  parent: 'players',
  parentKey: 'playerID',
};

const TRAITS = ['playerID', 'country', 'birthDate', 'weight', 'height', 'bats', 'throws'];

/** Made-up traits of a player: the package has seasons only. */
function traitsOf(player: string, debut: number, random: RandomStream): string[] {
  const height = 68 + random.below(9);
  const bats = random.float() < 0.6 ? 'R' : random.float() < 0.8 ? 'L' : 'B';
  const born = [
    debut - 19 - random.below(9),
    String(1 + random.below(12)).padStart(2, '0'),
    String(1 + random.below(28)).padStart(2, '0'),
  ];
  return [
    player,
    random.float() < 0.8 ? 'USA' : ['Cuba', 'Mexico', 'Panama'][random.below(3)]!,
    born.join('-'),
    String(height * 5 - 180 + random.below(40)),
    String(height),
    bats,
    bats === 'L' && random.float() < 0.7 ? 'L' : 'R',
  ];
}

type Linked = { players: Table; seasons: Table };

/** Returns two halves of the players of plyr's `baseball`, with their seasons in order. */
function halvesOfPlayers(): [Linked, Linked] {
  const { names, textColumns } = formatTable(packagedSet('plyr/baseball'));
  const [ids, years] = ['id', 'year'].map((name) => textColumns[names.indexOf(name)]!);
  const order = Array.from(ids!.keys()).sort(
    (a, b) =>
      ids![a]!.localeCompare(ids![b]!, 'en') || Number(years![a]) - Number(years![b]) || a - b,
  );
  const rowsOf = Map.groupBy(order, (row) => ids![row]!);
  const random = streamFor(3n, 0, 0);
  const every = Array.from(rowsOf, ([player, rows]) => ({
    traits: traitsOf(player, Number(years![rows[0]!]), random),
    rows,
  }));
  const tablesOf = (half: typeof every): Linked => ({
    players: parseColumns(
      TRAITS,
      TRAITS.map((_, c) => half.map(({ traits }) => traits[c]!)),
    ),
    seasons: parseColumns(
      names.map((name) => NAMES[name] ?? name),
      textColumns.map((texts) => half.flatMap(({ rows }) => rows.map((row) => texts[row] || null))),
    ),
  });
  return [0, 1].map((side) => tablesOf(every.filter((_, i) => i % 2 === side))) as [Linked, Linked];
}

/** Prints the accuracy of seasons drawn for players, by default roles, against held-out players'. */
export function benchLinkedSeasons(): void {
  const [train, holdout] = halvesOfPlayers();
  const began = processorClock();
  const { model } = fitTables(train, [RELATION], { mode: 'fidelity', seed: 1n });
  const { seasons } = sampleTables(model, { seed: 2n }).tables;
  const seconds = (processorClock() - began) / 1000;
  const report = qualityReport(train.seasons, seasons!, {
    seed: 1n,
    entity: 'playerID',
    holdout: holdout.seasons,
  });
  const figures = (of: Pick<typeof report, 'accuracy' | 'sequences'> | null) =>
    [of?.accuracy.overall, of?.sequences?.lengths]
      .map((value) => (value ?? Number.NaN).toFixed(3))
      .join(' / ');
  console.log(
    `seasons of ${train.players.rows} players in two tables: accuracy / lengths ${figures(report)} (holdout ${figures(report.holdout)}), ${model.tables[1]!.made.kind}, ${seconds.toFixed(1)} s of processor time`,
  );
}
