import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { guessRoles } from '../../engines/detect/index.ts';
import {
  type Calibrated,
  type CalibrateOptions,
  type CalibrationColumns,
  calibratePrivately,
  calibrateTo,
  codeOf,
  type Likeness,
  missedOf,
  movementsOfTable,
  type PresetName,
  presets,
  type Spent,
  type Unknown,
} from '../../engines/simulate/index.ts';
import { discreteLaplace, randomIntegers } from '../../engines/synthesize/index.ts';
import type { Table } from '../../engines/table/table.ts';
import { KINDS_OF_WORDS } from '../../shared/movement-kinds.ts';
import { writeWhole } from '../hashed-file.ts';
import { readTable } from '../read-table.ts';
import { columnFrom, refused, seedFrom } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { stageProgress } from '../terminal/progress.ts';

const options = {
  out: { type: 'string' },
  preset: { type: 'string', default: 'eu-retail-bank' },
  map: { type: 'string', multiple: true },
  kind: { type: 'string', multiple: true },
  form: { type: 'string', multiple: true },
  seed: { type: 'string', default: '1' },
  epsilon: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const ROLES = ['account', 'date', 'amount', 'kind', 'balance'] as const;
const SHOWN = 10;
/** Factor of amounts from which a file is probably in another currency than the preset. */
const OTHER_CURRENCY = 4;

/** Reads `WORD=kind` pairs; a word is one value of the column of kinds. */
function kindsFrom(pairs: readonly string[]): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const pair of pairs) {
    const at = pair.lastIndexOf('=');
    const kind = pair.slice(at + 1);
    if (at < 0 || !(KINDS_OF_WORDS as readonly string[]).includes(kind))
      throw refused(
        `--kind: expected WORD=kind, where kind is one of ${KINDS_OF_WORDS.join(', ')}.`,
      );
    kinds.set(pair.slice(0, at).trim(), codeOf(kind));
  }
  return kinds;
}

/** Columns given by --map; account, date, amount and balance are found by header and values otherwise. */
function columnsFrom(pairs: readonly string[], table: Table): CalibrationColumns {
  const given: Record<string, string[]> = {};
  for (const pair of pairs.flatMap((list) => list.split(','))) {
    const at = pair.indexOf('=');
    const role = pair.slice(0, at);
    if (!(ROLES as readonly string[]).includes(role))
      throw refused(`--map: expected role=COLUMN, where role is one of ${ROLES.join(', ')}.`);
    given[role] = [...(given[role] ?? []), columnFrom(pair.slice(at + 1), table)];
  }
  const found = guessRoles(table);
  const one = (role: (typeof ROLES)[number], guess: string | undefined): string => {
    const name = given[role]?.[0] ?? guess;
    if (name === undefined)
      throw refused(`No column was found for ${role}. --map ${role}=COLUMN names it.`);
    return name;
  };
  const kind = given.kind ?? (table.columns.some(({ name }) => name === 'type') ? ['type'] : []);
  if (kind.length === 0)
    throw refused('--map kind=COLUMN: expected the column that tells purchases from transfers.');
  return {
    account: one('account', found.account),
    date: one('date', found.time),
    amount: one('amount', found.amount),
    kind,
    balance: given.balance?.[0] ?? found.balance ?? null,
  };
}

type Summary = {
  rows: number;
  accounts: number;
  columns: CalibrationColumns;
  unknown: Unknown;
  /** Factor of the preset's amounts. */
  money: number;
  figures: Calibrated[];
  missed: string[];
  /** Accounts of the file distinguished from the bank's; null below 100 accounts of either. */
  classifier: Likeness | null;
  /** Budget of differential privacy by histogram; empty without. */
  spent: readonly Spent[];
};

const percent = (ratio: number | null) =>
  ratio === null ? 'not in both' : `${(100 * (ratio - 1)).toFixed(1)} %`;
const shown = (value: number | null) => (value?.toPrecision(4) ?? 'none').padStart(9);

const seenBy = ({ auc, accounts, seen }: Likeness): string[] => [
  `Boosted trees that see 20 aggregates of ${accounts} accounts of either side: AUC ${auc.toFixed(3)} (0.5 is indistinguishable). By one aggregate alone:`,
  ...seen.slice(0, SHOWN).map(({ name, auc: alone }) => `  ${name.padEnd(28)} ${alone.toFixed(3)}`),
];

const budgetLines = (spent: readonly Spent[]): string[] =>
  spent.length === 0
    ? []
    : [
        `Differential privacy of accounts, discrete Laplace noise: epsilon ${spent.reduce((sum, { epsilon }) => sum + epsilon, 0).toPrecision(3)} spent.`,
        ...spent.map(
          ({ name, epsilon, sensitivity, cells }) =>
            `  ${name.padEnd(18)} epsilon ${epsilon.toPrecision(3)}, sensitivity ${sensitivity}, ${cells} cells`,
        ),
        'Figures of the file below contain the noise. First and last day, and the numbers of rows and accounts above, do not.',
      ];

/** Largest epsilon for which the option still protects. */
const MAX_EPSILON = 20;

function epsilonFrom(text: string | undefined): number | null {
  if (text === undefined) return null;
  const epsilon = Number(text);
  if (!(epsilon > 0 && epsilon <= MAX_EPSILON))
    throw refused(`--epsilon: expected a number above 0, at most ${MAX_EPSILON}.`);
  return epsilon;
}

const linesOf = ({
  rows,
  accounts,
  unknown,
  money,
  figures,
  missed,
  classifier,
  spent,
}: Summary): string[] => [
  `${rows} rows of ${accounts} accounts.`,
  ...budgetLines(spent),
  ...unknown
    .slice(0, SHOWN)
    .map(({ word, rows: count }) => `No kind for "${word}" (${count} rows): counted as other.`),
  ...(money > OTHER_CURRENCY || money < 1 / OTHER_CURRENCY
    ? [
        `Amounts are ${money.toPrecision(2)} times the preset's. Rows still name the currency of the preset's country.`,
      ]
    : []),
  ...figures.map(
    ({ name, file, bank, ratio }) =>
      `${name.padEnd(32)} file ${shown(file)}  bank ${shown(bank)}  ${percent(ratio)}`,
  ),
  ...(figures.some(({ name }) => name === 'share of purchase')
    ? []
    : ["Noise hides the kinds of bookings: their mix is the preset's."]),
  missed.length === 0
    ? 'All figures of a new bank are within 5% of the file.'
    : `Not within 5% of the file: ${missed.join(', ')}.`,
  ...(classifier === null ? [] : seenBy(classifier)),
];

/** Writes a configuration whose bank has the aggregates of a file of account movements. */
export async function calibrateCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw refused('Expected exactly one input file.');
  if (values.out === undefined) throw refused('--out: expected a file name.');
  if (!(values.preset in presets))
    throw refused(`--preset: expected one of ${Object.keys(presets).join(', ')}.`);
  const seed = seedFrom(values.seed);
  const epsilon = epsilonFrom(values.epsilon);
  const kinds = kindsFrom(values.kind ?? []);
  const table = await readTable(path, { forms: values.form });
  const columns = columnsFrom(values.map ?? [], table);
  const { movements, unknown } = movementsOfTable(table, columns, kinds);
  const show = stageProgress();
  const wanted: CalibrateOptions = {
    preset: values.preset as PresetName,
    title: `Like ${basename(path)}`,
    seed,
    progress: (done, total) => show('banks', done, total),
  };
  const random = randomIntegers(randomBytes);
  const noise = (scale: number) => discreteLaplace(scale, random);
  const { configuration, figures, money, likeness, spent } =
    epsilon === null
      ? calibrateTo(movements, wanted)
      : calibratePrivately(movements, { epsilon, noise }, wanted);
  show('done');
  writeWhole(values.out, `${JSON.stringify(configuration, null, 2)}\n`);
  printSummary(
    {
      rows: table.rows,
      accounts: movements.accounts,
      columns,
      unknown,
      money,
      figures,
      missed: missedOf(figures),
      classifier: likeness,
      spent,
    },
    values.json,
    linesOf,
  );
  return 0;
}
