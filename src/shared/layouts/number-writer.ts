import type { NumberForm } from '../column-layout.ts';
import { affixesOf } from './number-parser.ts';

function grouped(whole: string, { groupMark, grouping }: NumberForm): string {
  if (groupMark === '' || whole.length < 4) return whole;
  const inner = grouping === 'indian' ? 2 : 3;
  let text = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= inner)
    text = `${whole.slice(Math.max(0, end - inner), end)}${groupMark}${text}`;
  return text;
}

function fractionOf(fraction: string, least: number): string {
  let end = fraction.length;
  while (end > least && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

export function numberWriter(form: NumberForm): (value: number) => string {
  const [{ positive, negative }] = affixesOf(form) as [ReturnType<typeof affixesOf>[0]];
  return (value) => {
    const [whole = '', digits = ''] = Math.abs(value).toFixed(form.decimals).split('.');
    const fraction = fractionOf(digits, form.minDecimals);
    const isZero = !/[1-9]/.test(whole + fraction);
    const [start, end] = value < 0 && !isZero ? negative : positive;
    const body = grouped(whole, form) + (fraction === '' ? '' : form.decimalMark + fraction);
    return start + body + end;
  };
}
