import type { Column } from '../../../table/table.ts';
import { columnsOfSides } from '../../columns/amount-sides.ts';
import type { PayeeTexts } from '../../payments/payments.ts';
import type { Model } from '../model.ts';
import { ensure } from '../model-unreadable.ts';
import type { PrivateCore } from '../private-core.ts';
import { checkCodec } from './check-codec.ts';
import {
  checkBirths,
  checkColumns,
  checkLookups,
  checkMissing,
  checkReferences,
  checkStates,
  checkTexts,
} from './check-columns.ts';
import { checkRules } from './check-rules.ts';
import { checkSequence } from './check-sequence.ts';
import { checkTrees } from './check-tree.ts';

/**
 * Rejects a model that sampling could not process: dangling or circular references, codes without a
 * meaning, inconsistent counts. The file's hash proves only integrity.
 *
 * @throws ModelUnreadable
 */
export function checkModel(model: Model): void {
  const { fields, core } = model;
  for (const field of fields) checkCodec(field.codec);
  checkColumns(model, columnsApart(model));
  checkStatement(model);
  checkReferences(model);
  checkBirths(model);
  checkMissing(model);
  checkStates(model);
  checkTexts(model);
  checkRules(model);
  checkSides(model, model.sides);
  checkSides(model, model.payments?.sides);
  checkPayments(model);
  const learned = checkLookups(model);
  const sizes = learned.map((f) => fields[f].codec.size);
  const isNumber = learned.map((f) => fields[f].codec.kind === 'number');
  switch (core.kind) {
    case 'trees':
      checkTrees(core, sizes, isNumber);
      break;
    case 'private':
      checkPrivate(core, sizes);
      break;
    case 'sequence':
      ensure(model.lookups.length === 0, 'lookups');
      checkSequence(model, core);
      break;
  }
}

function checkPayments({ columns, core, payments }: Model): void {
  if (payments === undefined) return;
  const { payee, account, date, iban, text, amount } = payments;
  const isKind = (place: number, kind: Column['kind']) => columns[place]?.layout.kind === kind;
  const areWords = [payee, iban, text].every(
    (place, i) =>
      (place < 0 && i > 0) || (isKind(place, 'category') && columns[place]!.made === null),
  );
  ensure(
    core.kind !== 'private' &&
      areWords &&
      isKind(date, 'datetime') &&
      (account < 0 || columns[account] !== undefined) &&
      (amount < 0 || isKind(amount, 'number')),
    'columns of payments',
  );
  const isShort = (own: PayeeTexts) =>
    [own.rows, own.ibans, own.amounts].some(({ length }) => length !== own.texts.length);
  ensure(
    !payments.texts.some(isShort) && payments.parts.length === payments.persons.length,
    'texts of payees',
  );
}

function checkSides({ columns, core }: Model, sides: Model['sides']): void {
  if (sides === undefined) return;
  const [moved, other] = columnsOfSides(sides) as [number, number];
  const isLearned = (place: number, kind: 'number' | 'category') =>
    columns[place]?.layout.kind === kind && columns[place].made === null;
  ensure(
    core.kind !== 'private' &&
      moved !== other &&
      isLearned(moved, 'number') &&
      isLearned(other, sides.kind === 'columns' ? 'number' : 'category'),
    'debits and credits',
  );
}

function columnsApart({ core, statement }: Model): number[] {
  if (core.kind === 'sequence') return [core.timeColumn, core.balanceColumn, core.amountColumn];
  return statement === undefined ? [] : [statement.balance];
}

function checkStatement({ columns, core, statement, inFileOrder }: Model): void {
  const last = columns.length - 1;
  ensure(
    inFileOrder !== true ||
      (core.kind === 'sequence' && core.timeColumn === last && !core.sortedByTime),
    'file order',
  );
  if (statement === undefined) return;
  const { balance, movements, time } = statement;
  const kindAt = (place: number) => columns[place]?.layout.kind;
  ensure(core.kind === 'trees', 'running balance');
  ensure(
    [balance, ...movements.map(({ column }) => column)].every(
      (place) => kindAt(place) === 'number',
    ),
    'running balance',
  );
  ensure(!movements.some(({ column }) => column === balance), 'running balance');
  ensure(time < 0 || kindAt(time) === 'datetime', 'running balance');
}

function checkPrivate({ model, merged }: PrivateCore, sizes: readonly number[]): void {
  const n = sizes.length;
  const lists = [model.sizes, model.order, model.parents, model.conditional, merged];
  ensure(
    lists.every((list) => list.length === n),
    'noisy counts',
  );
  const available = new Set<number>();
  for (const column of model.order) {
    ensure(column >= 0 && column < n && !available.has(column), 'field order');
    const above = model.parents[column];
    ensure(
      above.every((parent, i) => available.has(parent) && (i === 0 || parent > above[i - 1])),
      'parents of a field',
    );
    const own = model.sizes[column];
    const rows = above.reduce((cells, parent) => cells * model.sizes[parent], 1);
    ensure(own >= 1 && model.conditional[column].length === own * rows, 'shares of a field');
    ensure(
      model.conditional[column].every((share) => share >= 0 && share <= 1 + 1e-6),
      'shares of a field',
    );
    ensure(merged[column].length === sizes[column], 'merged codes');
    const met = new Set(merged[column]);
    ensure(met.size === own && [...met].every((code) => code < own), 'merged codes');
    available.add(column);
  }
}
