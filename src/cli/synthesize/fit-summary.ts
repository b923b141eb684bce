import {
  type ChildModel,
  describedBy,
  fewerValuesOf,
  guaranteeOf,
  type Model,
  modelHash,
  modelOfOne,
  plansOf,
  ruleSentences,
  suppressedColumns,
  type TablesFit,
  type TablesModel,
  totalSentence,
} from '../../engines/synthesize/index.ts';

type Entry = TablesModel['tables'][number];

const HOW = {
  follows: 'consistently with the parent row, as in all rows of the file',
  ancestor: 'by the ancestor in common with the row’s parent, then by frequency',
  segment: 'by the row’s attributes, then by frequency',
  popularity: 'by frequency, independently of the row',
  uniform: 'uniformly at random',
};

/** Returns what was fitted of a table's columns. */
function columnsOf(entry: Entry) {
  const model = describedBy(entry);
  const layouts = plansOf(entry).map(({ layout }) => layout);
  return {
    columns: Object.fromEntries(plansOf(entry).map(({ layout, role }) => [layout.name, role])),
    suppressed: suppressedColumns(model),
    fewerValues: fewerValuesOf(plansOf(entry)),
    follows: ruleSentences(model, layouts),
  };
}

const NO_PARENTS: Pick<ChildModel, 'follows' | 'others'> = { follows: [], others: [] };

/** Returns how a table's rows follow from its parent's. */
function relationsOf({ child, made, rows, ...entry }: Entry, { relations }: TablesModel) {
  const plans = plansOf({ child, made, rows, ...entry });
  const { contextColumns: context } = child ?? {};
  const { follows, others } = made.kind === 'network' ? made : (child ?? NO_PARENTS);
  return {
    // The training rows of a private model are confidential.
    rows: made.kind === 'network' ? null : rows,
    kind: made.kind === 'root' ? 'table' : made.kind,
    for: child === null ? null : relations[child.primary]!.parent,
    repeats: Object.fromEntries(
      (child?.repeats ?? []).map(({ column, contextField }) => [
        plans[column]!.layout.name,
        context!.columns[context!.of[contextField]!]!,
      ]),
    ),
    totals: (child?.totals ?? []).map((total) =>
      totalSentence(total, (column) => plans[column]!.layout.name),
    ),
    chosen: Object.fromEntries<keyof typeof HOW>([
      ...follows.map(({ relation }) => [relations[relation]!.childKey, 'follows'] as const),
      ...others.map(({ relation, how }) => [relations[relation]!.childKey, how] as const),
    ]),
  };
}

const alone = (model: Model, entry: Entry) => ({
  kind: model.core.kind === 'sequence' ? 'histories' : 'table',
  // The training rows of a private model are confidential.
  rows: model.core.kind === 'private' ? null : model.rows,
  ...columnsOf(entry),
  ...(model.core.kind === 'private' && { guarantee: model.core.guarantee }),
});

const linked = ({ model, left }: TablesFit) => ({
  kind: 'tables',
  tables: Object.fromEntries(
    model.tables.map((entry) => [
      entry.name,
      { ...relationsOf(entry, model), ...columnsOf(entry) },
    ]),
  ),
  left: left.map(({ relation, rows }) => ({ ...relation, rows })),
  ...(guaranteeOf(model) !== null && { guarantee: guaranteeOf(model)! }),
});

/** Returns the summary of a fit that `sandbox fit` prints. */
export function summaryOf(fitted: TablesFit, bytes: number) {
  const { model } = fitted;
  const single = modelOfOne(model);
  return {
    mode: model.mode,
    ...(single === null ? linked(fitted) : alone(single, model.tables[0]!)),
    bytes,
    hash: modelHash(model),
  };
}

const columnLines = ({
  columns,
  suppressed,
  fewerValues,
  follows,
}: ReturnType<typeof columnsOf>) => [
  ...Object.entries(columns).map(([name, role]) => `  ${name}: ${role}`),
  ...follows.map((sentence) => `  ${sentence}`),
  ...suppressed.map(
    (name) => `  ${name}: all values are missing or “other”, since too few rows share a value`,
  ),
  ...fewerValues
    .filter(({ column }) => !suppressed.includes(column))
    .map(
      ({ column, file, drawn }) =>
        `  ${column}: at most ${drawn} different values instead of ${file}, since too few rows share the others or their parts`,
    ),
];

const tableLines = (name: string, table: ReturnType<typeof linked>['tables'][string]) => [
  `${name}: ${table.rows === null ? 'noisy network' : `${table.rows} training rows`}${table.for === null ? '' : `, generated per row of ${table.for}${table.kind === 'histories' ? ' as sequences' : ''}`}`,
  ...columnLines(table),
  ...Object.entries(table.repeats).map(
    ([column, above]) => `  ${column} is determined by ${above}`,
  ),
  ...table.totals.map((sentence) => `  ${sentence}`),
  ...Object.entries(table.chosen).map(([column, how]) => `  ${column} is chosen ${HOW[how]}`),
];

/** Returns the summary as text. */
export function linesOf(summary: ReturnType<typeof summaryOf>, out: string): string[] {
  const guarantee = 'guarantee' in summary ? summary.guarantee : undefined;
  const what =
    'tables' in summary
      ? `${Object.keys(summary.tables).length} tables`
      : `${summary.kind}${summary.rows === null ? '' : `, ${summary.rows} training rows`}`;
  return [
    `${out}: ${summary.mode}, ${what}, ${summary.bytes} bytes`,
    `hash ${summary.hash}`,
    ...('tables' in summary
      ? [
          ...summary.left.map(
            ({ child, childKey, parent, parentKey, rows }) =>
              `${rows} orphan rows of ${child} dropped: ${childKey} has no match in ${parent}.${parentKey}`,
          ),
          ...Object.entries(summary.tables).flatMap(([name, table]) => tableLines(name, table)),
        ]
      : columnLines(summary)),
    ...(guarantee === undefined
      ? ['No formal privacy guarantee (no noise added).']
      : [
          `${guarantee.mechanism}, epsilon ${guarantee.epsilon.toFixed(4)}, delta ${guarantee.delta}, per ${guarantee.unit}. This command keeps no ledger: add up the budgets spent on the same people yourself.`,
          ...guarantee.warnings,
        ]),
  ];
}
