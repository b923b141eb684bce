/** Numeric column, one value per row; NaN if missing. */
export type Values = Float64Array | Float32Array;
