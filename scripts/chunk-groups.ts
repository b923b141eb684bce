import { fileURLToPath } from 'node:url';

/** What the bundler knows of a module. */
type Modules = {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};

const source = (path: string) => fileURLToPath(new URL(`../src/web/${path}`, import.meta.url));

/** Behind sign-in, what so many pages need comes in one file with the rest of its kind. */
const MIN_PAGES = 3;

/** Every module that loads with one of these. */
function loadedWith(entries: readonly string[], modules: Modules): Set<string> {
  const found = new Set(entries);
  for (const id of found) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

type Group = 'forms' | 'frame' | 'common';

/**
 * What pages before and behind sign-in both load; what the frame behind sign-in needs; what several pages in it do. The
 * client library, which is as large as all of them, stays a file of its own.
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

/** Names the file that a module belongs to, of those that would come as dozens of a few hundred bytes each. */
export function chunkGroup(): (id: string, modules: Modules) => string | null {
  let groups: Map<string, string> | undefined;
  return (id, modules) => {
    groups ??= groupsOf(modules);
    return groups.get(id) ?? null;
  };
}
