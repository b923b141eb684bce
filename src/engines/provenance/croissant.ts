import type { Json } from '../../shared/canonical-json.ts';
import type { FileDigest } from './statement.ts';

/** Delimited text or Parquet file, with its columns in order. */
export type DescribedFile = FileDigest & {
  bytes: number;
  columns: { name: string; type: 'text' | 'integer' | 'number' | 'date' | 'boolean' | 'time' }[];
};

const TYPES: Record<DescribedFile['columns'][number]['type'], string> = {
  text: 'sc:Text',
  integer: 'sc:Integer',
  number: 'sc:Float',
  date: 'sc:Date',
  time: 'sc:DateTime',
  boolean: 'sc:Boolean',
};

/** JSON-LD context that Croissant 1.0 readers expect, and the SHA-256 of files. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  sha256: 'sc:sha256',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

/** Describes a batch for data catalogs: files, hashes and columns (MLCommons Croissant 1.0). */
export function croissantOf(batch: {
  name: string;
  description: string;
  /** Suggested citation. */
  version: string;
  published: string;
  files: readonly DescribedFile[];
}): { [key: string]: Json } {
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: batch.name,
    description: batch.description,
    version: batch.version,
    datePublished: batch.published,
    distribution: batch.files.map(({ name, sha256, bytes }) => ({
      '@type': 'cr:FileObject',
      '@id': name,
      name,
      contentUrl: name,
      contentSize: `${bytes} B`,
      encodingFormat: name.endsWith('.parquet') ? 'application/x-parquet' : 'text/csv',
      sha256,
    })),
    recordSet: batch.files.map((file) => recordSetOf(file)),
  };
}

function recordSetOf({ name: file, columns }: DescribedFile): { [key: string]: Json } {
  const set = file.replace(/\.[^.]*$/, '');
  return {
    '@type': 'cr:RecordSet',
    '@id': set,
    name: set,
    field: columns.map(({ name, type }) => ({
      '@type': 'cr:Field',
      '@id': `${set}/${name}`,
      name: `${set}/${name}`,
      dataType: TYPES[type],
      source: { fileObject: { '@id': file }, extract: { column: name } },
    })),
  };
}
