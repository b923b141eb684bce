import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { checkModel } from '../model/check/check-model.ts';
import type { Model } from '../model/model.ts';
import { modelSchema } from '../model/model-schema.ts';
import { ModelUnreadable } from '../model/model-unreadable.ts';
import { checkRelationsModel } from '../relations/check-relations.ts';
import type { RelationsModel } from '../relations/relations-model.ts';
import { relationsSchema } from '../relations/relations-schema.ts';
import { ofShape, seal, unseal } from './sealed-file.ts';

/** Serializes a model: a line with the format name and the SHA-256 of the rest, then JSON. */
export const modelToBytes = (model: Model | RelationsModel): Uint8Array => seal(model);

const isOfRelations = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'relations';

/**
 * Parses a model of one or several tables. The hash detects only damage, since anyone can compute
 * another; so every part is checked against the schema and the other parts.
 *
 * @throws ModelUnreadable if the bytes are no model, are damaged, come from another version, or are
 * inconsistent
 */
export function anyModelFromBytes(bytes: Uint8Array): Model | RelationsModel {
  const value = unseal(bytes);
  if (isOfRelations(value)) {
    const model = ofShape(relationsSchema, value);
    checkRelationsModel(model);
    return model;
  }
  const model = ofShape(modelSchema, value);
  checkModel(model);
  return model;
}

/**
 * Parses a model of one table.
 *
 * @throws ModelUnreadable as `anyModelFromBytes`, and for a model of several tables
 */
export function modelFromBytes(bytes: Uint8Array): Model {
  const model = anyModelFromBytes(bytes);
  if ('kind' in model)
    throw new ModelUnreadable('Expected a model of one table; this is a model of linked tables.');
  return model;
}

export function modelHash(model: Model | RelationsModel): string {
  return bytesToHex(sha256(modelToBytes(model)));
}
