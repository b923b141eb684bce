import { formatFacts } from '../../../shared/bank-formats.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { formatCount } from '../../lib/format.ts';

const DELIMITERS: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

export function fileFacts(
  data: Pick<DatasetPreview, 'dialect' | 'format' | 'skipped_count' | 'rejected_count'>,
): string[] {
  const { encoding, delimiter, decimal, header, table } = data.dialect ?? {};
  const format = formatFacts(data.format);
  const lines = (count: number, what: string) =>
    count > 0 && `${formatCount(count)} ${count === 1 ? 'line' : 'lines'} ${what}`;
  return [
    format.label,
    table !== undefined && `table “${table}”`,
    format.isText && encoding,
    delimiter && `${DELIMITERS[delimiter] ?? delimiter} between values`,
    decimal && `“${decimal}” before decimals`,
    header === false && 'no header line',
    lines(data.skipped_count, 'outside the table skipped'),
    lines(data.rejected_count, 'left out'),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}
