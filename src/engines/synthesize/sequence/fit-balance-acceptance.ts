import { encodeNumber } from '../codec/number-codec.ts';
import type { Model } from '../model/model.ts';
import { RELATIVE_CODES, type SequenceCore } from '../model/sequence-core.ts';
import { relativeCode } from './row-state.ts';
import { drawHistories, type Entities } from './sample-sequence.ts';

const ROUNDS = 8;
const TRIAL_BLOCKS = 2;
const FIRST_TRIAL = 1_000_000;
const STEP = 0.7;
const MIN_SHARE = 1e-4;

/** What the file's rows say of balances and amounts. */
export type BalanceRows = {
  balances: Float64Array;
  /** Whose each row is, and the usual balance of each entity. */
  entity: Int32Array;
  levels: Float64Array;
  amountCodes: Uint8Array;
};

type Counts = { relative: Float64Array; balance: Float64Array; amount: Float64Array; rows: number };

function emptyCounts(core: SequenceCore): Counts {
  return {
    relative: new Float64Array(RELATIVE_CODES),
    balance: new Float64Array(core.balanceSteering.length),
    amount: new Float64Array(core.amountSteering.length),
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
  }: { counts: Counts; balance: number; level: number; code: number },
) {
  counts.relative[relativeCode(balance, level)]++;
  counts.balance[encodeNumber(core.balance!, balance)]++;
  counts.amount[code]++;
  counts.rows++;
}

function adjust(
  weights: Float64Array,
  {
    real,
    rows,
    made,
    drawn,
  }: { real: Float64Array; rows: number; made: Float64Array; drawn: number },
) {
  for (let code = 0; code < weights.length; code++) {
    const ratio = (real[code] / rows + MIN_SHARE) / (made[code] / drawn + MIN_SHARE);
    weights[code] *= Math.max(0.5, Math.min(2, ratio)) ** STEP;
  }
}

/**
 * Small errors of single movements add up along a history, and balances spread wider than they should.
 * This draws some histories, compares with the file how often balances stand at each level and at each
 * multiple of the account's usual one, and how often each amount is booked, and makes movements to what
 * is met too often less welcome; eight rounds.
 *
 * @param entitiesOf a trial block's entities, where they are not the model's own to draw
 */
export function fitBalanceAcceptance(
  model: Model,
  {
    core,
    file,
    seed,
    pause,
    entitiesOf = () => undefined,
  }: {
    core: SequenceCore;
    file: BalanceRows;
    seed: bigint;
    pause: () => void;
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
    });
  }
  const amountField = core.rowFields[0];
  for (let round = 0; round < ROUNDS; round++) {
    const made = emptyCounts(core);
    for (let block = 0; block < TRIAL_BLOCKS; block++) {
      const trial = FIRST_TRIAL + round * TRIAL_BLOCKS + block;
      const drawn = drawHistories(model, {
        core,
        block: trial,
        seed,
        pause,
        entities: entitiesOf(trial),
      });
      drawn.balance.forEach((balance, i) => {
        addRow(core, {
          counts: made,
          balance,
          level: drawn.level[i],
          code: drawn.codes[amountField][i],
        });
      });
    }
    if (made.rows === 0) return;
    adjust(core.steering, {
      real: real.relative,
      rows: real.rows,
      made: made.relative,
      drawn: made.rows,
    });
    adjust(core.balanceSteering, {
      real: real.balance,
      rows: real.rows,
      made: made.balance,
      drawn: made.rows,
    });
    adjust(core.amountSteering, {
      real: real.amount,
      rows: real.rows,
      made: made.amount,
      drawn: made.rows,
    });
  }
}
