import type { ColumnLayout } from '../../shared/column-layout.ts';

/** A column of text in which nothing is doubtful. */
export const textLayout = (name: string): ColumnLayout => ({
  name,
  type: 'text',
  form: { kind: 'text' },
  nullWords: [],
  values: 1,
  fits: 1,
  alternatives: [],
  ambiguous: false,
  notices: [],
});
