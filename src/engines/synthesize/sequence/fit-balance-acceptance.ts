import type { Spread } from '../../spread.ts';
import { encodeNumber } from '../codec/number-codec.ts';
import type { Model } from '../model/model.ts';
import { RELATIVE_CODES, type SequenceCore } from '../model/sequence-core.ts';
import { relativeCode } from './row-state.ts';
import { drawEntities, type Entities } from './sample-sequence.ts';
import { drawTrial } from './trial-histories.ts';

const ROUNDS = 12;
const TRIAL_BLOCKS = 2;
const FIRST_TRIAL = 1_000_000;
const STEP = 0.7;
const MIN_SHARE = 1e-4;

/** Trial rows of a round, and entities of a block, that are enough to compare frequencies. */
const ENOUGH_ROWS = 20_000;
const MIN_ENTITIES = 32;

const unlinked = (core: SequenceCore, block: number, seed: bigint): Entities => ({
  codes: drawEntities(core, { block, seed }).codes,
  since: null,
  counted: false,
});

const firstEntities = ({ codes, since, counted }: Entities, most: number): Entities => ({
  codes: codes.map((list) => list.subarray(0, most)),
  since: since?.subarray(0, most) ?? null,
  counted,
});

export type BalanceRows = {
  balances: Float64Array;
  /** Entity of each row; `levels` is each entity's mean balance. */
  entity: Int32Array;
  levels: Float64Array;
  amountCodes: Uint8Array;
  kinds: Uint8Array;
};

type Counts = {
  relative: Float64Array;
  balance: Float64Array;
  amount: Float64Array;
  kind: Float64Array;
  overdrawn: number;
  rows: number;
};

function emptyCounts(core: SequenceCore): Counts {
  return {
    relative: new Float64Array(RELATIVE_CODES),
    balance: new Float64Array(core.balanceSteering.length),
    amount: new Float64Array(core.amountSteering.length),
    kind: new Float64Array(core.kindCount),
    overdrawn: 0,
    rows: 0,
  };
}

function addRow(
  core: SequenceCore,
  {
    counts,
    balance,
    level,
    code,
    kind,
  }: { counts: Counts; balance: number; level: number; code: number; kind: number },
) {
  counts.relative[relativeCode(balance, level)]++;
  counts.balance[encodeNumber(core.balance!, balance)]++;
  counts.amount[code]++;
  counts.kind[kind]++;
  if (balance < 0) counts.overdrawn++;
  counts.rows++;
}

function adjust(
  weights: Float64Array,
  {
    real,
    rows,
    synthetic,
    syntheticRows,
  }: { real: Float64Array; rows: number; synthetic: Float64Array; syntheticRows: number },
) {
  for (let code = 0; code < weights.length; code++) {
    const ratio = (real[code] / rows + MIN_SHARE) / (synthetic[code] / syntheticRows + MIN_SHARE);
    weights[code] *= Math.max(0.5, Math.min(2, ratio)) ** STEP;
  }
}

/**
 * Adjusts the acceptance of overdrafts. Where pay recurs, hardly any other row can bring a balance
 * back above zero, so that a rejected draw is a lost row.
 */
function adjustOverdraft(core: SequenceCore, real: Counts, synthetic: Counts): void {
  const expected = real.overdrawn / real.rows + MIN_SHARE;
  const ratio = expected / (synthetic.overdrawn / synthetic.rows + MIN_SHARE);
  core.overdraft = Math.min(1, core.overdraft * Math.max(0.5, Math.min(2, ratio)));
}

/**
 * Fits the acceptance of movements. Small errors of single movements accumulate, so that balances
 * spread too widely. This draws trial sequences, compares with the file the frequencies of
 * balances, of balances relative to the account's mean, and of amounts, and lowers the acceptance
 * of movements to overrepresented ones; twelve rounds.
 *
 * @param entitiesOf a trial block's entities, unless the model draws them
 */
export function fitBalanceAcceptance(
  model: Model,
  {
    core,
    file,
    seed,
    pause,
    spread,
    entitiesOf = () => undefined,
  }: {
    core: SequenceCore;
    file: BalanceRows;
    seed: bigint;
    pause: () => void;
    spread: Spread;
    entitiesOf?: (block: number) => Entities | undefined;
  },
): void {
  const real = emptyCounts(core);
  for (let row = 0; row < file.balances.length; row++) {
    addRow(core, {
      counts: real,
      balance: file.balances[row],
      level: file.levels[file.entity[row]],
      code: file.amountCodes[row],
      kind: file.kinds[row],
    });
  }
  const amountField = core.rowFields[0];
  const most = Math.max(
    MIN_ENTITIES,
    Math.ceil((ENOUGH_ROWS * core.entities) / real.rows / TRIAL_BLOCKS),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const synthetic = emptyCounts(core);
    const inputs = Array.from({ length: TRIAL_BLOCKS }, (_, i) => {
      const block = FIRST_TRIAL + round * TRIAL_BLOCKS + i;
      return {
        block,
        entities: firstEntities(entitiesOf(block) ?? unlinked(core, block, seed), most),
      };
    });
    for (const sampled of spread.map(drawTrial, { shared: { model, core, seed }, inputs, pause })) {
      sampled.balance.forEach((balance, i) => {
        addRow(core, {
          counts: synthetic,
          balance,
          level: sampled.level[i],
          code: sampled.codes[amountField][i],
          kind: sampled.kind[i],
        });
      });
    }
    if (synthetic.rows === 0) return;
    if (core.recurring !== undefined) adjustOverdraft(core, real, synthetic);
    adjust(core.steering, {
      real: real.relative,
      rows: real.rows,
      synthetic: synthetic.relative,
      syntheticRows: synthetic.rows,
    });
    adjust(core.balanceSteering, {
      real: real.balance,
      rows: real.rows,
      synthetic: synthetic.balance,
      syntheticRows: synthetic.rows,
    });
    if (core.kindSteering !== undefined)
      adjust(core.kindSteering, {
        real: real.kind,
        rows: real.rows,
        synthetic: synthetic.kind,
        syntheticRows: synthetic.rows,
      });
    adjust(core.amountSteering, {
      real: real.amount,
      rows: real.rows,
      synthetic: synthetic.amount,
      syntheticRows: synthetic.rows,
    });
  }
}
