import { featureOf, type PagePath, pagesFor } from './pages.ts';

/** Files that the build made of the web pages, by source, with what each imports and can load later. */
export type WebChunks = Readonly<
  Record<string, { file: string; imports?: readonly string[]; dynamicImports?: readonly string[] }>
>;

export const ENTRY = 'index.html';

/** Files of the chunks and of everything they import; with `later`, also of what they can load. */
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
    // What the entry can load is the other pages; what a page can load is its own.
    if (later && name !== ENTRY) chunk.dynamicImports?.forEach(visit);
  };
  names.forEach(visit);
  return files;
}

/** The chunks of a page beside the entry: what it is laid out in, and its own; none where the entry holds the page. */
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
