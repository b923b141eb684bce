import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { checkModel } from '../model/check/check-model.ts';
import type { Model } from '../model/model.ts';
import { modelSchema } from '../model/model-schema.ts';
import { ModelUnreadable } from '../model/model-unreadable.ts';
import { checkTablesModel } from '../relations/check-tables-model.ts';
import { modelOfOne, setOfOne, type TablesModel } from '../relations/tables-model.ts';
import { tablesSchema } from '../relations/tables-schema.ts';
import { ofShape, seal, unseal } from './sealed-file.ts';

/**
 * Serializes a model: a line with the format name and the SHA-256 of the rest, then JSON. A set of
 * one table is written as the table's model.
 */
export const modelToBytes = (model: Model | TablesModel): Uint8Array =>
  seal('kind' in model ? (modelOfOne(model) ?? model) : model);

const isOfRelations = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'relations';

/**
 * Parses a model. The hash detects only damage, since anyone can compute another; so every part is
 * checked against the schema and the other parts.
 *
 * @param name name of the table, if the model is of a single one
 * @throws ModelUnreadable if the bytes are no model, are damaged, come from another version, or are
 * inconsistent
 */
export function tablesFromBytes(bytes: Uint8Array, name = 'table'): TablesModel {
  const value = unseal(bytes);
  if (isOfRelations(value)) {
    const model = ofShape(tablesSchema, value);
    checkTablesModel(model);
    return model;
  }
  const model = ofShape(modelSchema, value);
  checkModel(model);
  return setOfOne(model, name);
}

/**
 * Parses a model of one table.
 *
 * @throws ModelUnreadable as `tablesFromBytes`, and for a model of linked tables
 */
export function modelFromBytes(bytes: Uint8Array): Model {
  const model = modelOfOne(tablesFromBytes(bytes));
  if (model === null)
    throw new ModelUnreadable('Expected a model of one table; this is a model of linked tables.');
  return model;
}

export function modelHash(model: Model | TablesModel): string {
  return bytesToHex(sha256(modelToBytes(model)));
}
