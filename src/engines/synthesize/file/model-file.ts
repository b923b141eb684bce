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

/** A model as bytes: a line with the format's name and the SHA-256 of what follows, then JSON. */
export const modelToBytes = (model: Model | RelationsModel): Uint8Array => seal(model);

const isOfRelations = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'relations';

/**
 * Reads a model of one table or of several back. The hash tells damage alone, since anyone who changes a file can write
 * another; so every part is held against the schema, and against the others.
 *
 * @throws ModelUnreadable where the bytes are no model, are damaged, come from another version, or do not hold
 *   together
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
 * Reads a model of one table back.
 *
 * @throws ModelUnreadable as `anyModelFromBytes`, and where the model is of several tables
 */
export function modelFromBytes(bytes: Uint8Array): Model {
  const model = anyModelFromBytes(bytes);
  if ('kind' in model) throw new ModelUnreadable('This model is of several tables.');
  return model;
}

/** SHA-256 of a model's bytes, in hexadecimal. */
export function modelHash(model: Model | RelationsModel): string {
  return bytesToHex(sha256(modelToBytes(model)));
}
