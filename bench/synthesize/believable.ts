import { pathToFileURL } from 'node:url';
import { qualityReport } from '../../src/engines/measure/index.ts';
import * as engine from '../../src/engines/synthesize/index.ts';
import { germanStatement, suburbs, weekdays } from './believable/accounts.ts';
import { cards } from './believable/cards.ts';
import { type FileKind, type Line, rowsOf, type Tables } from './believable/file-kind.ts';
import { fleet } from './believable/fleet.ts';
import { claims } from './believable/insurance.ts';
import { invoices } from './believable/invoices.ts';
import { clubLoans, guaranteedLoans } from './believable/lending.ts';
import { players } from './believable/people.ts';
import { berka, movements, TEXT_FILES } from './believable/public-files.ts';
import { classifyWords, sharedWords } from './believable/word-classifier.ts';

const FILES: readonly FileKind[] = [
  claims,
  germanStatement,
  guaranteedLoans,
  clubLoans,
  weekdays,
  suburbs,
  berka,
  movements,
  cards,
  fleet,
  invoices,
  players,
  ...TEXT_FILES,
];

type Engine = Pick<typeof engine, 'fit' | 'fitTables' | 'sample' | 'sampleTables'>;

const MODE = 'balanced';
const MAX_HISTORY_GAP = 0.05;
const MAX_ACCURACY_GAP = 0.01;
const MAX_TEXT_AUC = 0.65;

function draw(
  { fit, fitTables, sample, sampleTables }: Engine,
  tables: Tables,
  file: FileKind,
): Tables {
  if (file.relations !== undefined) {
    const { model } = fitTables(tables, file.relations, { mode: MODE, seed: 1n });
    return sampleTables(model, { seed: 2n }).tables;
  }
  const { rows } = tables;
  if (fitTables !== undefined) {
    const { model } = fitTables(tables, [], { mode: MODE, seed: 1n });
    return sampleTables(model, { seed: 2n, rows: { rows: rows!.rows } }).tables;
  }
  const model = fit(rows!, { mode: MODE, seed: 1n });
  return { rows: sample(model, { rows: rows!.rows, seed: 2n }) };
}

const three = (value: number | null | undefined) => (value ?? Number.NaN).toFixed(3);

function print(name: string, figures: readonly string[], isOff: boolean): void {
  const cells = figures.map((figure) => figure.padStart(10)).join('');
  console.log(`  ${name.padEnd(44)}${cells}${isOff ? '   off' : ''}`);
}

function isOff({ kind, within }: Line, real: number, drawn: number): boolean {
  const allowed = kind === 'count' ? within * real : within;
  return !(Math.abs(drawn - real) <= allowed);
}

function compareHistories(
  real: Tables,
  [drawn, before]: readonly Tables[],
  holdout: Tables,
  entity: string,
): void {
  const reportOf = (side: Tables) =>
    qualityReport(real.rows!, side.rows!, { seed: 1n, holdout: holdout.rows!, entity });
  const [report, earlier] = [drawn!, before].map((side) =>
    side === undefined ? null : reportOf(side),
  );
  const { accuracy, sequences, holdout: held } = report!;
  const old = earlier === null || earlier === undefined ? [] : [earlier];
  print(
    'accuracy (real: holdout)',
    [
      three(held?.accuracy.overall),
      ...old.map((own) => three(own.accuracy.overall)),
      three(accuracy.overall),
    ],
    (held?.accuracy.overall ?? 0) - (accuracy.overall ?? 0) > MAX_ACCURACY_GAP,
  );
  print(
    'similarity of lengths (real: holdout)',
    [
      three(held?.sequences?.lengths),
      ...old.map((own) => three(own.sequences?.lengths)),
      three(sequences?.lengths),
    ],
    (held?.sequences?.lengths ?? 0) - (sequences?.lengths ?? 0) > MAX_HISTORY_GAP,
  );
  for (const { measure, real: own, other } of sequences?.histories ?? []) {
    const past = old.map((each) =>
      three(each.sequences?.histories?.find((past) => past.measure === measure)?.other),
    );
    const limited = /share|burst/.test(measure);
    print(
      measure,
      [three(own), ...past, three(other)],
      limited && Math.abs((own ?? 0) - (other ?? 0)) > MAX_HISTORY_GAP,
    );
  }
}

async function benchFile(file: FileKind, all: readonly Partial<Engine>[]): Promise<void> {
  const real = await file.tables(1n);
  const engines = all.filter(
    (own): own is Engine =>
      own.fit !== undefined && (file.relations === undefined || own.fitTables !== undefined),
  );
  const sizes = Object.values(real).map(({ rows, columns }) => `${rows} x ${columns.length}`);
  const start = process.cpuUsage();
  const sides: Tables[] = [];
  for (const own of engines) sides.push(draw(own, real, file));
  const { user, system } = process.cpuUsage(start);
  console.log(
    `\n${file.name}: ${sizes.join(', ')}; ${((user + system) / 1e6).toFixed(1)} s of processor time`,
  );
  const realRows = rowsOf(real);
  const drawnRows = sides.map(rowsOf);
  for (const line of file.lines) {
    const [own, ...others] = [realRows, ...drawnRows].map((rows) => line.of(rows, realRows));
    const figure = (value: number) => (line.kind === 'count' ? String(value) : three(value));
    print(line.name, [own!, ...others].map(figure), isOff(line, own!, others.at(-1)!));
  }
  if (file.entity !== undefined)
    compareHistories(real, sides.toReversed(), await file.tables(9n), file.entity);
  if (file.texts !== undefined) {
    const textsOf = (rows: typeof realRows) => rows.rows!.map((row) => row[file.texts!]!);
    const found = drawnRows.map((rows) => classifyWords(textsOf(realRows), textsOf(rows)));
    const counts = [realRows, ...drawnRows].map((rows) => String(new Set(textsOf(rows)).size));
    print('different texts', counts, false);
    print(
      'AUC of words',
      ['0.500', ...found.map(({ auc }) => three(auc))],
      found.at(-1)!.auc > MAX_TEXT_AUC,
    );
    const real = textsOf(realRows);
    const shared = drawnRows.map((rows) =>
      classifyWords(sharedWords(real, real), sharedWords(real, textsOf(rows))),
    );
    print(
      'AUC of words of five texts or more',
      ['', ...shared.map(({ auc }) => three(auc))],
      false,
    );
    console.log(`  telling: ${found.at(-1)!.telling.join(' ')}`);
  }
}

/**
 * Prints what an expert of each file would look at: the real figure, that of an earlier checkout if
 * one is named and can learn the file, and the drawn one; `off` marks figures out of range.
 *
 * @param only start of the names of files to run; '' for all
 * @param before folder of an earlier checkout with its packages installed
 */
export async function benchBelievable(only: string, before: string | null): Promise<void> {
  const engines: Partial<Engine>[] = [engine];
  if (before !== null)
    engines.unshift(await import(pathToFileURL(`${before}/src/engines/synthesize/index.ts`).href));
  console.log(`columns: real${before === null ? '' : ', before'}, drawn (${MODE})`);
  for (const file of FILES) {
    if (!file.name.startsWith(only)) continue;
    try {
      await benchFile(file, engines);
    } catch (error) {
      console.log(`\n${file.name}: ${String(error).slice(0, 200)}`);
    }
  }
}
