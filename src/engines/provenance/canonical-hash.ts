import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { sha256Hex } from './sha256.ts';

/** Returns the SHA-256 of a value's canonical JSON, in hexadecimal. */
export const canonicalHash = (value: Json): string => sha256Hex(canonicalJson(value));
