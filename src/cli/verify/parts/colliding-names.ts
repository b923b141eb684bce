/** Returns the form that names share on file systems that ignore case, Unicode forms or final dots. */
const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .split('/')
    .map((part) => part.replace(/[. ]{1,255}$/, ''))
    .join('/');

/** Returns the path and the folders above it. */
function* prefixes(name: string): Generator<string> {
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) yield name.slice(0, at);
  yield name;
}

/** Returns sentences on names that are one file or folder on some file systems. */
export function collidingNames(names: readonly string[]): string[] {
  const known = new Map<string, string>();
  const files = new Set<string>();
  const faults = new Set<string>();
  for (const name of names) {
    const own = folded(name);
    if (files.has(own)) faults.add(`${name} is there twice on some file systems.`);
    files.add(own);
    for (const path of prefixes(name)) {
      const other = known.get(folded(path));
      if (other === undefined) known.set(folded(path), path);
      else if (other !== path)
        faults.add(`${path} and ${other} are one name on some file systems.`);
    }
  }
  for (const name of names) {
    for (const path of prefixes(name)) {
      if (path !== name && files.has(folded(path))) faults.add(`${path} is a file and a folder.`);
    }
  }
  return [...faults];
}
