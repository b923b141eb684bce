import { fileURLToPath } from 'node:url';

type Modules = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};

const source = (path: string) => fileURLToPath(new URL(`../src/web/${path}`, import.meta.url));

/** Minimum number of signed-in pages for a module to move to a shared file. */
const MIN_PAGES = 3;

/** Returns every module that loads with one of these. */
function loadedWith(entries: readonly string[], modules: Modules): Set<string> {
  const reached = new Set(entries);
  for (const id of reached) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}

type Group = 'forms' | 'frame' | 'common';

/**
 * Groups modules: needed by pages before and after sign-in; by the signed-in frame; by several
 * signed-in pages. The client library, as large as all of them, stays a separate file.
 */
function groupsOf(modules: Modules): Map<string, Group> {
  const pagesOf = (path: string) =>
    modules.getModuleInfo(source(path))?.dynamicallyImportedIds ?? [];
  const entry = loadedWith([source('main.tsx')], modules);
  const client = loadedWith([source('data/client.ts')], modules);
  const before = loadedWith(pagesOf('app/entry-routes.ts'), modules);
  const frame = source('app/session-layout.tsx');
  const needed = loadedWith([frame], modules);
  const users = new Map<string, number>();
  for (const page of pagesOf('app/session-routes.ts')) {
    for (const id of loadedWith([page], modules)) users.set(id, (users.get(id) ?? 0) + 1);
  }
  const groups = new Map<string, Group>();
  for (const [id, count] of users) if (count >= MIN_PAGES) groups.set(id, 'common');
  for (const id of needed) groups.set(id, 'frame');
  for (const id of before) {
    if (groups.has(id)) groups.set(id, 'forms');
  }
  for (const id of [...entry, ...client, frame, source('data/session.ts')]) groups.delete(id);
  return groups;
}

/** Returns the output file of a module, to merge dozens of files of a few hundred bytes. */
export function chunkGroup(): (id: string, modules: Modules) => string | null {
  let groups: Map<string, string> | undefined;
  return (id, modules) => {
    groups ??= groupsOf(modules);
    return groups.get(id) ?? null;
  };
}
