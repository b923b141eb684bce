import type { ColumnLayout } from '../../shared/column-layout.ts';

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
