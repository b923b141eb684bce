/**
 * Formats of table files that can be uploaded. A new format takes a line here, a folder in
 * `platform/tabular/formats` and a line in its registry.
 */
export const UPLOAD_FORMATS = [
  { name: 'csv', label: 'CSV', isText: true, endings: ['.csv'], mediaType: 'text/csv' },
  {
    name: 'parquet',
    label: 'Parquet',
    isText: false,
    endings: ['.parquet'],
    mediaType: 'application/vnd.apache.parquet',
  },
  {
    name: 'jsonl',
    label: 'JSON Lines',
    isText: true,
    endings: ['.jsonl', '.ndjson'],
    mediaType: 'application/x-ndjson',
  },
  { name: 'json', label: 'JSON', isText: true, endings: ['.json'], mediaType: 'application/json' },
  {
    name: 'xlsx',
    label: 'Excel',
    isText: false,
    endings: ['.xlsx', '.xlsm'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
] as const satisfies readonly {
  name: string;
  label: string;
  /** True if the file is text, so that it has an encoding. */
  isText: boolean;
  endings: readonly `.${string}`[];
  mediaType: string;
}[];

export type UploadFormat = (typeof UPLOAD_FORMATS)[number]['name'];
type FormatFacts = (typeof UPLOAD_FORMATS)[number];

const COMPRESSIONS = [
  { ending: '.gz', mediaType: 'application/gzip' },
  { ending: '.zst', mediaType: 'application/zstd' },
] as const;

export const compressionByName = (filename: string) =>
  COMPRESSIONS.find(({ ending }) => filename.toLowerCase().endsWith(ending));

export const UPLOAD_ENDINGS: readonly string[] = [
  ...UPLOAD_FORMATS.flatMap(({ endings }) => endings),
  ...COMPRESSIONS.map(({ ending }) => ending),
];

export const UPLOAD_LABELS = UPLOAD_FORMATS.map(({ label }) => label).join(', ');

export function formatByName(filename: string): UploadFormat | null {
  const { length } = compressionByName(filename)?.ending ?? '';
  const name = filename.toLowerCase().slice(0, filename.length - length);
  const match = UPLOAD_FORMATS.find(({ endings }) => endings.some((end) => name.endsWith(end)));
  return match?.name ?? null;
}

export const formatFacts = (name: UploadFormat): FormatFacts =>
  UPLOAD_FORMATS.find((format) => format.name === name)!;
