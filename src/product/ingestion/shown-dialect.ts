import type { ReadFile } from './map-file.ts';

export const shownDialect = ({ encoding, delimiter, decimal, header }: ReadFile['dialect']) => ({
  encoding,
  delimiter,
  decimal,
  header,
});
