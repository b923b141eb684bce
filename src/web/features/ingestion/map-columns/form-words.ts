import type { ColumnForm, DatetimeForm, NumberForm } from '../../../../shared/column-layout.ts';
import { EPOCHS } from '../../../../shared/layouts/epochs.ts';

function orderWords(pattern: string): string {
  const first = /[YMD]/.exec(pattern.replace(/\[[^\]]*\]/g, ''))?.[0];
  if (first === undefined) return '';
  return first === 'D' ? ', day first' : first === 'M' ? ', month first' : ', year first';
}

function momentWords({ pattern, also }: DatetimeForm): string {
  const plain = pattern.replaceAll(/[[\]]/g, '');
  const epoch = EPOCHS[pattern];
  if (epoch !== undefined) return epoch.words;
  const clock = /[Hh]/.test(pattern);
  const day = /[YMD]/.test(pattern.replace(/MMM|mm/g, 'M'));
  const kind =
    day && /Y/.test(pattern) ? (clock ? 'date and time' : 'date') : clock ? 'time' : 'date';
  const more = also.length === 0 ? '' : `, and ${also.length} other formats`;
  return `${kind}${orderWords(pattern)} (${plain})${more}`;
}

const GROUPS: Record<string, string> = {
  '.': 'points',
  ',': 'commas',
  "'": 'apostrophes',
  '’': 'apostrophes',
};

function numberWords({ decimals, decimalMark, groupMark, unit, sign }: NumberForm): string {
  const mark = decimalMark === ',' ? 'decimal comma' : 'decimal point';
  const parts = [
    decimals === 0 ? 'whole number' : `number, ${mark}`,
    groupMark === '' ? null : `${GROUPS[groupMark] ?? 'blanks'} between thousands`,
    unit && `${unit.text} ${unit.side}`,
    sign === 'brackets' && 'negatives in brackets',
    sign === 'trailing' && 'trailing minus',
    sign === 'words' && 'CR and DR',
  ];
  return parts.filter(Boolean).join(', ');
}

export function formWords(form: ColumnForm): string {
  switch (form.kind) {
    case 'datetime':
      return momentWords(form);
    case 'number':
      return numberWords(form);
    case 'boolean':
      return `${form.trueText} or ${form.falseText}`;
    case 'code':
      return form.prefix === '' ? 'code' : `code, ${form.prefix}…`;
    case 'pair':
      return 'two coordinates';
    case 'unknown':
      return 'unrecognized format: not modeled';
    default:
      return 'text';
  }
}
