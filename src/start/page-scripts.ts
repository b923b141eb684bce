import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_PATHS } from '../shared/pages.ts';
import { chunksOf, ENTRY, filesOf, type WebChunks } from '../shared/web-chunks.ts';

export function pageScripts(folder: string): Map<string, string[]> {
  const manifest = join(folder, '..', 'web-manifest.json');
  const chunks: WebChunks = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : { [ENTRY]: { file: ENTRY } };
  const everywhere = filesOf(chunks, [ENTRY]);
  return new Map(
    PAGE_PATHS.map((path) => {
      const { shell, own } = chunksOf(chunks, path);
      const files = filesOf(chunks, [...shell, ...own]);
      return [path, [...files].filter((file) => !everywhere.has(file))];
    }),
  );
}
