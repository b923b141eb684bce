import { findSequence } from '../../table/sequence-shape.ts';
import type { Table } from '../../table/table.ts';
import { planColumns } from '../columns/plan-columns.ts';
import { engineVersion, FitCancelled, FitRefused, type Model } from '../model/model.ts';
import { fitPrivate } from '../private/fit-private.ts';
import { fitSequence } from '../sequence/fit-sequence.ts';
import { checkTable } from './check-table.ts';
import type { FitOptions } from './fit-options.ts';
import { fitTable } from './fit-table.ts';
import { CODECS, HISTORIES, TREES } from './modes.ts';

type Step = (stage: string, done: number, total: number) => void;

/**
 * Learns a table.
 *
 * @param table at least one row and one column; names must differ
 * @returns a model that holds no row of the table; write it with `modelToBytes`
 * @throws FitRefused where nothing can be learned, FitCancelled where the signal said stop
 */
export function fit(table: Table, options: FitOptions): Model {
  checkTable(table, options);
  const step = stepper(options);
  step('profile', 0, 1);
  if (options.mode === 'private') return fitWithPrivacy(table, options, step);
  const codecs = CODECS[options.mode];
  const columns = planColumns(table, {
    roles: options.roles,
    threshold: codecs.threshold,
    pause: () => step('profile', 0, 1),
  });
  const found = findSequence(
    table,
    columns.map((plan) => plan.role),
  );
  const shape = options.isNamed === true && found?.balance == null ? null : found;
  step('profile', 1, 1);
  const head = { engine: engineVersion, mode: options.mode, rows: table.rows, columns };
  if (shape !== null) {
    const fitted = fitSequence(table, head, shape, {
      codecs,
      trees: HISTORIES[options.mode],
      seed: options.seed,
      step,
    });
    step('done', 1, 1);
    return { ...head, ...fitted, lookups: [] };
  }
  const fitted = fitTable(table, columns, { codecs, trees: TREES[options.mode], step });
  step('done', 1, 1);
  return { ...head, ...fitted };
}

function fitWithPrivacy(table: Table, options: FitOptions, step: Step): Model {
  const { mode, roles = {}, differentialPrivacy } = options;
  if (differentialPrivacy === undefined)
    throw new FitRefused(
      'The private mode needs an epsilon, a delta and a source of random bytes.',
    );
  const fitted = fitPrivate(table, { options: differentialPrivacy, roles, step });
  // The number of rows is the file's secret too: what is kept is what the noisy counts say.
  const rows = Math.max(1, fitted.core.guarantee.noisyPersons);
  return { engine: engineVersion, mode, rows, lookups: [], ...fitted };
}

/** Reports progress and stops where the caller said so. */
function stepper(options: FitOptions): Step {
  return (stage, done, total) => {
    if (options.signal?.aborted) throw new FitCancelled();
    options.progress?.(stage, done, total);
  };
}
