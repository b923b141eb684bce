/** Facts about a format of tables, statements or payments. */
export type FormatFacts = {
  name: string;
  label: string;
  /** True if the file is text, so that it has an encoding. */
  isText: boolean;
  /** True if batches can be downloaded in the format. */
  written: boolean;
  /** Endings of file names; a download has the first. */
  endings: readonly `.${string}`[];
  mediaType: string;
};

/**
 * Formats of table files that can be uploaded. A new format takes a line here, a folder in
 * `platform/tabular/formats` and a line in its registry.
 */
export const UPLOAD_FORMATS = [
  {
    name: 'csv',
    label: 'CSV',
    isText: true,
    written: true,
    endings: ['.csv'],
    mediaType: 'text/csv',
  },
  {
    name: 'parquet',
    label: 'Parquet',
    isText: false,
    written: true,
    endings: ['.parquet'],
    mediaType: 'application/vnd.apache.parquet',
  },
  {
    name: 'jsonl',
    label: 'JSON Lines',
    isText: true,
    written: true,
    endings: ['.jsonl', '.ndjson'],
    mediaType: 'application/x-ndjson',
  },
  {
    name: 'json',
    label: 'JSON',
    isText: true,
    written: true,
    endings: ['.json'],
    mediaType: 'application/json',
  },
  {
    name: 'xlsx',
    label: 'Excel',
    isText: false,
    written: true,
    endings: ['.xlsx', '.xlsm'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
] as const satisfies readonly FormatFacts[];

export type UploadFormat = (typeof UPLOAD_FORMATS)[number]['name'];
export type WrittenFormat = Extract<(typeof UPLOAD_FORMATS)[number], { written: true }>['name'];

const COMPRESSIONS = [
  { ending: '.gz', mediaType: 'application/gzip' },
  { ending: '.zst', mediaType: 'application/zstd' },
] as const;

export const compressionByName = (filename: string) =>
  COMPRESSIONS.find(({ ending }) => filename.toLowerCase().endsWith(ending));

/** Returns a file's name without its ending and that of a compression. */
export const fileStem = (filename: string): string =>
  filename.replace(/\.(gz|zst)$/i, '').replace(/(?<=.)\.[a-z0-9]+$/i, '');

export const UPLOAD_ENDINGS: readonly string[] = [
  ...UPLOAD_FORMATS.flatMap(({ endings }) => endings),
  ...COMPRESSIONS.map(({ ending }) => ending),
];

const labelsOf = (formats: readonly { label: string }[]): string =>
  formats.map(({ label }) => label).join(', ');

export const UPLOAD_LABELS = labelsOf(UPLOAD_FORMATS);
export const WRITTEN_LABELS = labelsOf(UPLOAD_FORMATS.filter(({ written }) => written));

export function formatByName(filename: string): UploadFormat | null {
  const { length } = compressionByName(filename)?.ending ?? '';
  const name = filename.toLowerCase().slice(0, filename.length - length);
  const match = UPLOAD_FORMATS.find(({ endings }) => endings.some((end) => name.endsWith(end)));
  return match?.name ?? null;
}

export const WRITTEN_FORMATS: readonly WrittenFormat[] = UPLOAD_FORMATS.flatMap((format) =>
  format.written ? [format.name] : [],
);
