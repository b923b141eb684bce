import { type RandomStream, type Seed, streamFor } from '../../random/stream.ts';
import { encodeNumber, type NumberCodec, roundTo } from '../codec/number-codec.ts';
import { SECOND_CHAIN } from '../random-purposes.ts';
import type { Chain } from './chain.ts';
import { drawNestedRows, holdNestedRows } from './nested.ts';
import { rangesOf } from './sums.ts';
import type { TreesCore } from './trees.ts';

export type Drawn = {
  codes: Uint8Array[];
  /** Drawn values of fields that repeat others or are repeated. */
  values: (Float64Array | null)[];
};

type DrawnRows = Drawn & {
  weights: Float64Array<ArrayBuffer>;
};

type Draw = {
  rows: number;
  seed: Seed;
  block: number;
  purpose: number;
  drawValue: (field: number, code: number, stream: RandomStream) => number;
  codecOf: (field: number) => NumberCodec;
  /** Codes to which fields are held. */
  fixedCodes?: ReadonlyMap<number, number> | undefined;
  /** True if the rows share each leaf evenly. */
  isEven?: boolean | undefined;
  pause?: (() => void) | undefined;
};

/** Draws rows, every second by the second chain if there is one; each field has its own stream. */
export function sampleTreesCore(core: TreesCore, draw: Draw): DrawnRows {
  const { second } = core;
  const chains = second === undefined ? [core] : [core, second];
  const valued = new Set(
    chains.flatMap(({ copies }) => copies.flatMap(({ field, parents }) => [field, ...parents])),
  );
  if (second === undefined) return drawChain(core, core, { ...draw, valued });
  const rows = Math.ceil(draw.rows / 2);
  const purpose = draw.purpose + SECOND_CHAIN;
  const even = drawChain(core, core, { ...draw, rows, valued });
  const odd = drawChain(second, core, { ...draw, rows: draw.rows - rows, purpose, valued });
  return {
    codes: even.codes.map((codes, f) => alternate(codes, odd.codes[f], new Uint8Array(draw.rows))),
    values: even.values.map((values, f) => {
      const others = odd.values[f];
      return values && others && alternate(values, others, new Float64Array(draw.rows));
    }),
    weights: alternate(even.weights, odd.weights, new Float64Array(draw.rows)),
  };
}

function alternate<Filled extends Uint8Array | Float64Array>(
  even: Uint8Array | Float64Array,
  odd: Uint8Array | Float64Array,
  out: Filled,
): Filled {
  for (let i = 0; i < out.length; i++) out[i] = (i % 2 === 0 ? even : odd)[i >> 1];
  return out;
}

/** @param valued fields that repeat others or are repeated; values are drawn with their codes */
function drawChain(
  chain: Chain,
  { ordered: isOrdered, sizes }: Pick<TreesCore, 'ordered' | 'sizes'>,
  {
    rows,
    seed,
    block,
    purpose,
    drawValue,
    codecOf,
    fixedCodes = new Map(),
    isEven,
    pause = () => {},
    valued,
  }: Draw & { valued: ReadonlySet<number> },
): DrawnRows {
  const weights = new Float64Array(rows).fill(1);
  const codes: Uint8Array[] = chain.trees.map(() => new Uint8Array(rows));
  const values: (Float64Array | null)[] = chain.trees.map(() => null);
  const repeats = new Map(chain.copies.map((copies) => [copies.field, copies.parents]));
  chain.order.forEach((field, position) => {
    pause();
    const nested = chain.trees[position];
    const own = chain.features[position];
    const features = Array.from(own, (f) => codes[f]);
    const ordered = Uint8Array.from([...Array.from(own, (f) => isOrdered[f]), 1]);
    const sum = chain.sums?.of[position] ?? null;
    if (sum !== null) features.push(rangesOf(sum, { codes, scores: chain.sums!.scores, rows }));
    const stream = streamFor(seed, block, purpose + field);
    const out = codes[field];
    const fixed = fixedCodes.get(field);
    if (fixed === undefined) drawNestedRows(nested, { features, ordered, stream, isEven, out });
    else holdNestedRows(nested, fixed, { features, ordered, out, weights });
    if (!valued.has(field)) return;
    const size = sizes[field];
    const sampledValues = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const code = out[row];
      if (code < size) sampledValues[row] = drawValue(field, code, stream);
      else {
        const value = values[repeats.get(field)![code - size]]![row]!;
        const codec = codecOf(field);
        out[row] = encodeNumber(codec, value);
        // A round column repeats another in its own steps: a loan of 10,725, not of 10,712.82.
        sampledValues[row] = roundTo(value, codec.step, codec.decimals);
      }
    }
    values[field] = sampledValues;
  });
  return { codes, values, weights };
}
