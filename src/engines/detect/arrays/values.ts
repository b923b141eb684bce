/** A column of numbers, one a row; NaN where there is none. */
export type Values = Float64Array | Float32Array;
