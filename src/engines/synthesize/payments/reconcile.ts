import type { RandomStream } from '../../random/stream.ts';
import { weightedIndex } from '../../random/weighted-index.ts';
import { groupWord, type PayeeTexts, type Payments } from './payments.ts';

/** Share of neighboring quantiles that are equal from which amounts are a few, not a range. */
const DISCRETE = 1 / 3;

/** Returns a text that the payee has, drawn by frequency if the given one is not its own. */
function ownText(text: string, own: PayeeTexts | undefined, stream: RandomStream): string {
  if (own === undefined || own.texts.includes(text)) return text;
  return own.texts[weightedIndex(own.rows, stream)]!;
}

const holds = (usual: Float64Array | undefined, amount: number): boolean =>
  usual === undefined ||
  usual.length === 0 ||
  Number.isNaN(amount) ||
  (amount >= usual[0]! && amount <= usual.at(-1)!);

/** Returns a usual amount of the payee's text: one of a few, or within their range. */
export function usualAmount(usual: Float64Array, decimals: number, stream: RandomStream): number {
  const equal = usual.filter((amount, i) => amount === usual[i - 1]).length;
  const at = stream.float() * (usual.length - 1);
  const [low, high] = [usual[Math.floor(at)]!, usual[Math.floor(at) + 1]!];
  const isFew = equal >= DISCRETE * (usual.length - 1);
  // The outermost are means, which no row has.
  const inner = usual[1 + Math.floor((at / (usual.length - 1)) * (usual.length - 2))]!;
  return Number((isFew ? inner : low + (at % 1) * (high - low)).toFixed(decimals));
}

/** Draws a payee and text by frequency that have such an amount; null if none has. */
function payeeOf(amount: number, texts: Payments['texts'], stream: RandomStream) {
  const fit = texts.flatMap((own) =>
    own.texts.flatMap((text, i) => {
      const isUsual = own.amounts[i]!.length > 0 && holds(own.amounts[i], amount);
      return isUsual
        ? [{ word: own.payee, text, hasIban: own.ibans[i]! >= 0.5, rows: own.rows[i]! }]
        : [];
    }),
  );
  if (fit.length === 0) return null;
  return fit[
    weightedIndex(
      fit.map(({ rows }) => rows),
      stream,
    )
  ]!;
}

/** Payee, text and amount of a row. */
export type Payment = { word: string | null; text: string; hasIban: boolean; amount: number };

export type Reconciling = {
  textsOf: ReadonlyMap<string, PayeeTexts>;
  decimals: number;
  stream: RandomStream;
};

/**
 * Reconciles a row's payee, text and amount, which are drawn one after another. In a file of one
 * account the amount, with its sign, follows from payee and text; its balance is summed afterwards.
 * In others, whose balance is drawn, a payee and text of this amount.
 */
export function reconciled(
  drawn: Payment,
  payments: Payments,
  { textsOf, decimals, stream }: Reconciling,
): Payment {
  const own = drawn.word === null ? undefined : textsOf.get(groupWord(drawn.word));
  const text = ownText(drawn.text, own, stream);
  const usual = own?.amounts[own.texts.indexOf(text)];
  if (usual === undefined || holds(usual, drawn.amount)) return { ...drawn, text };
  if (payments.account < 0) return { ...drawn, text, amount: usualAmount(usual, decimals, stream) };
  return { ...drawn, text, ...payeeOf(drawn.amount, payments.texts, stream) };
}
