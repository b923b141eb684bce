export type FieldType = 'text' | 'numeric' | 'timestamp' | 'date' | 'boolean' | 'integer';
export type Field = { readonly name: string; readonly type: FieldType };

/** Strings by code. A layered dictionary has its own strings after those of a shared base. */
export type Dictionary = { readonly base?: Dictionary; readonly strings: readonly string[] };

type Codes = Uint8Array | Uint16Array | Int32Array;

/**
 * Column of a batch. Neighboring dictionary columns that share a `codes` array are written in one
 * step. Missing values: an empty string, NaN in numbers, `NO_DATE` in dates.
 */
export type BatchColumn =
  | { kind: 'dictionary'; codes: Codes; dictionary: Dictionary }
  | { kind: 'text'; values: readonly string[] }
  | { kind: 'money'; minor: Float64Array }
  | { kind: 'number'; values: Float64Array }
  | { kind: 'seconds'; values: Float64Array }
  | { kind: 'days'; values: Int32Array }
  | { kind: 'sequence'; prefix: string; first: number; digits: number }
  /** Prefix and number; NaN is missing. */
  | { kind: 'numbered'; prefix: string; numbers: Float64Array; digits: number };

/** Rows of one file in file order, by column; `columns[i]` belongs to `fields[i]`. */
export type RowBatch = {
  readonly fields: readonly Field[];
  readonly columns: readonly BatchColumn[];
  readonly rows: number;
};

export const NO_DATE = -2147483648;

export function lookUp(dictionary: Dictionary, code: number): string {
  const shared = dictionary.base?.strings ?? [];
  return code < shared.length ? shared[code] : dictionary.strings[code - shared.length];
}
