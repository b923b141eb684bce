import { featureOf, type PagePath, pagesFor } from './pages.ts';

/** Vite manifest of the web pages: built files by source, with static and dynamic imports. */
export type WebChunks = Readonly<
  Record<string, { file: string; imports?: readonly string[]; dynamicImports?: readonly string[] }>
>;

export const ENTRY = 'index.html';

export function filesOf(
  chunks: WebChunks,
  names: readonly string[],
  { later = false }: { later?: boolean } = {},
): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = chunks[name];
    if (!chunk) throw new Error(`The build has no chunk '${name}'.`);
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
    // The entry's dynamic imports are other pages; a page's are its own.
    if (later && name !== ENTRY) chunk.dynamicImports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

/** Returns a page's chunks beyond the entry; empty if the entry contains it. */
export function chunksOf(chunks: WebChunks, path: PagePath): { shell: string[]; own: string[] } {
  const page = pagesFor('public', 'session', 'superadmin').find((one) => one.path === path)!;
  const own = (chunks[ENTRY]?.dynamicImports ?? []).filter((name) =>
    name.startsWith(`features/${featureOf(page)}/`),
  );
  if (own.length === 0) return { shell: [], own };
  const session = Object.keys(chunks).find((name) => /^_session-/.test(name)) ?? 'data/session.ts';
  const layout = page.guard === 'public' ? 'app/entry-layout.tsx' : 'app/session-layout.tsx';
  return { shell: [session, layout], own };
}
