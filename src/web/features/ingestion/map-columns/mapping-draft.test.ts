import { expect, it } from 'vitest';
import type { ColumnForm, ColumnLayout } from '../../../../shared/column-layout.ts';
import { carryDraft, draftOf } from './mapping-draft.ts';

const date = (pattern: string): ColumnForm => ({
  kind: 'datetime',
  pattern,
  also: [],
  names: null,
  letters: 'lower',
  offset: null,
});
const layout = (name: string, form: ColumnForm, alternatives: ColumnForm[] = []): ColumnLayout => ({
  name,
  type: 'text',
  form,
  nullWords: [],
  values: 12,
  fits: 12,
  alternatives,
  ambiguous: alternatives.length > 0,
  notices: [],
});
const [dayFirst, monthFirst] = [date('DD/MM/YYYY'), date('MM/DD/YYYY')];
const mapping = {
  columns: [
    { name: 'Day', role: 'booking_date' as const },
    { name: 'Rest', role: 'balance' as const },
  ],
  sign: null,
  entity: null,
  order: 'Day',
};
const from = { mapping, roles: {} };
const shown = draftOf(mapping, {});

it('carries only what was changed before the upload', () => {
  const to = {
    mapping: { ...mapping, entity: 'Rest' },
    roles: {},
    layout: [layout('Day', dayFirst, [monthFirst]), layout('Rest', { kind: 'text' })],
  };
  const draft = {
    ...shown,
    forms: { Day: monthFirst },
    roles: { ...shown.roles, Rest: 'ignore' as const },
    kinds: { Rest: 'text' as const },
  };
  expect(carryDraft(draft, from, to)).toEqual({
    draft: { ...draft, entity: 'Rest' },
    isChanged: true,
    unfit: [],
  });
  expect(carryDraft(shown, from, to)).toMatchObject({ isChanged: false, unfit: [] });
});

it('names a chosen form that the whole file contradicts', () => {
  const to = { ...from, layout: [layout('Day', dayFirst), layout('Rest', { kind: 'text' })] };
  const { draft, unfit } = carryDraft({ ...shown, forms: { Day: monthFirst } }, from, to);
  expect(unfit).toEqual(['Day']);
  expect(draft.forms).toEqual({});
});
