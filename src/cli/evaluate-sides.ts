import { readFile } from 'node:fs/promises';
import { measureMemory, overlapOf } from '../engines/measure/index.ts';
import { type TablesModel, tablesFromBytes } from '../engines/synthesize/index.ts';
import { refuseMemory } from '../engines/table/refuse-memory.ts';
import type { Table } from '../engines/table/table.ts';
import { readTable } from './read-table.ts';
import { splitHeldOut } from './synthesize/held-out.ts';
import { filesFrom, formsOf, ONLY } from './synthesize/places.ts';
import { refused } from './terminal/arguments.ts';

export type Tables = Record<string, Table>;
export type Sides = { real: Tables; synthetic: Tables; holdout: Tables };

type Values = {
  real?: string[];
  holdout?: string[];
  synthetic?: string[];
  form?: string[];
  memory?: string | undefined;
};

/** Reads files by table, with the column types of the real ones. */
async function readFiles(
  paths: ReadonlyMap<string, string>,
  {
    argument,
    real,
    forms,
    refuse,
  }: {
    argument: string;
    real?: Tables;
    forms?: string[] | undefined;
    refuse?: (rows: number, columns: number) => string | null;
  },
): Promise<Tables> {
  const tables: Tables = {};
  for (const [name, path] of paths) {
    const model = real?.[name];
    if (real !== undefined && model === undefined)
      throw refused(`${argument}: --real names no table ${name}.`);
    tables[name] = await readTable(path, {
      ...(model === undefined ? formsOf(name, forms) : { model }),
      refuse,
    });
  }
  return tables;
}

/** Returns the bytes in which files are measured; 2 GB by default. */
function memoryFrom(text: string | undefined): number {
  const megabytes = text === undefined ? 2048 : Number(text);
  if (!(megabytes >= 1)) throw refused('--memory: expected a number of MB.');
  return megabytes * 2 ** 20;
}

async function readAll(values: Values, isAlone: boolean): Promise<Sides> {
  const paths = (argument: 'real' | 'synthetic' | 'holdout') =>
    filesFrom(`--${argument}`, values[argument] ?? [], isAlone);
  const [real, synthetic] = [paths('real'), paths('synthetic')];
  if (real.size === 0 || synthetic.size === 0)
    throw refused('--real and --synthetic: expected a file name for each.');
  const missing = [...real.keys()].find((name) => !synthetic.has(name));
  if (missing !== undefined) throw refused(`--synthetic: expected a file for table ${missing}.`);
  const mostMemory = memoryFrom(values.memory);
  const refuse = (rows: number, columns: number) => {
    const refusal = refuseMemory(measureMemory, { rows, columns, mostMemory });
    return refusal === null ? null : `measuring ${refusal} Or raise --memory, in MB.`;
  };
  const tables = await readFiles(real, { argument: '--real', forms: values.form, refuse });
  return {
    real: tables,
    synthetic: await readFiles(synthetic, { argument: '--synthetic', real: tables }),
    holdout: await readFiles(paths('holdout'), { argument: '--holdout', real: tables }),
  };
}

/** Rejects held-out rows of a single file that are also among the real ones: they are no control. */
function checkKeptAside({ real, holdout }: Sides): void {
  for (const [name, table] of Object.entries(holdout)) {
    const { rows, shared, isMore } = overlapOf(table, real[name]!);
    if (isMore)
      throw refused(
        `--holdout: ${shared} of ${rows} unique rows are also in --real, so they were not kept aside. ` +
          'Remove them from --real, or pass the --model that was fitted with --holdout, which separates them.',
      );
  }
}

/** Separates the rows that the model's fit kept aside; a file of held-out rows takes precedence. */
function withoutKept(sides: Sides, model: TablesModel | null): Sides {
  if (model === null) return sides;
  const { relations, heldOut = { share: 0, unit: null }, tables, mode } = model;
  const { training, kept } = splitHeldOut(sides.real, { relations, ...heldOut });
  const [only, ...others] = tables;
  const rows = training[ONLY]?.rows;
  // A private model states a noisy number of rows.
  if (others.length === 0 && mode !== 'private' && only?.rows !== rows)
    throw refused(
      `--model: it was fitted on ${only?.rows} rows, but --real has ${rows} apart from those kept aside. ` +
        'Pass the file that the model was fitted on.',
    );
  return { ...sides, real: training, holdout: { ...kept, ...sides.holdout } };
}

/**
 * Reads the real, synthetic and held-out files by table. A model fitted with a holdout separates its
 * held-out rows from the real ones.
 */
export async function readSides(
  values: Values,
  { model, isAlone }: { model: TablesModel | null; isAlone: boolean },
): Promise<Sides> {
  const sides = withoutKept(await readAll(values, isAlone), model);
  if (isAlone && values.holdout !== undefined) checkKeptAside(sides);
  return sides;
}

/** Reads a model file; null if none is named. */
export async function modelFrom(path: string | undefined): Promise<TablesModel | null> {
  if (path === undefined) return null;
  const bytes = await readFile(path).catch(() => {
    throw refused(`Cannot read ${path}.`);
  });
  return tablesFromBytes(bytes, ONLY);
}
