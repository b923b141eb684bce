import { z } from 'zod';

/** Count or index. */
export const count = z.number().int().nonnegative();
/** Index; -1 for none. */
export const place = z.number().int().min(-1);
export const decimals = z.number().int().min(0).max(15);

export const u8 = z.instanceof(Uint8Array);
export const u32 = z.instanceof(Uint32Array);
export const i32 = z.instanceof(Int32Array);
export const f64 = z.instanceof(Float64Array);
export const size = z.number().int().min(1).max(256);
export const share = z.number().min(0).max(1);
