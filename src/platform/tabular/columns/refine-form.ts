import type { ColumnForm, DatetimeForm, NumberForm } from '../../../shared/column-layout.ts';
import type { ColumnTexts } from './column-texts.ts';
import { FINE_TIMES, offsetsNotice, patternsNotice } from './layout-notices.ts';

type Texts = Pick<ColumnTexts, 'decimals' | 'zones' | 'matching'>;

type Refined = { form: ColumnForm; notices: string[] };

async function withDecimals(texts: Texts, form: NumberForm): Promise<Refined> {
  const { least, most, hasPowers } = await texts.decimals(form);
  const decimals = form.unit === null && hasPowers ? Math.max(most, form.decimals) : most;
  return { form: { ...form, minDecimals: Math.min(least, decimals), decimals }, notices: [] };
}

async function withOffset(texts: Texts, form: DatetimeForm): Promise<Refined> {
  if (![form.pattern, ...form.also].some((pattern) => pattern.includes('+hh')))
    return { form, notices: [] };
  const offsets = (await texts.zones(form)).filter(([zone]) => /^[+-]\d\d/.test(zone));
  const [sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?/.exec(offsets[0]?.[0] ?? '+00')!.slice(1);
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
  return { form: { ...form, offset }, notices: offsets.length > 1 ? [offsetsNotice(offsets)] : [] };
}

async function withPatterns(texts: Texts, form: DatetimeForm): Promise<Refined> {
  if (form.also.length === 0) return { form, notices: [] };
  const counted: { pattern: string; count: number }[] = [];
  for (const pattern of [form.pattern, ...form.also])
    counted.push({ pattern, count: await texts.matching(pattern, form) });
  counted.sort((a, b) => b.count - a.count);
  const [first, ...others] = counted;
  const refined = { ...form, pattern: first!.pattern, also: others.map(({ pattern }) => pattern) };
  return {
    form: refined,
    notices: [
      patternsNotice(
        refined,
        others.map(({ count }) => count),
      ),
    ],
  };
}

/** Refines a form by all rows: decimals, offset, and the pattern for writing. */
export async function refineForm(texts: Texts, form: ColumnForm): Promise<Refined> {
  if (form.kind === 'number') return withDecimals(texts, form);
  if (form.kind !== 'datetime') return { form, notices: [] };
  const patterns = await withPatterns(texts, form);
  const offsets = await withOffset(texts, patterns.form as DatetimeForm);
  const fine = /S{7}/.test(form.pattern) ? [FINE_TIMES] : [];
  return { form: offsets.form, notices: [...patterns.notices, ...offsets.notices, ...fine] };
}
