/** Import rules of ARCHITECTURE.md, checked over the imports of every source file. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Folders of product that its other folders may import. They don't import each other. */
const BASE_ROOMS = ['data', 'batches'];
const PURE_PACKAGES = ['@noble/hashes', '@faker-js/faker', 'zod'];
const TEST = /\.test\.tsx?$|\.fixture\.ts$/;

/** Folders of the web application with their allowed imports. Others are pages or the frame. */
const WEB_ROOMS = {
  lib: [],
  data: ['lib'],
  ui: ['lib'],
  charts: ['lib', 'ui'],
  components: ['lib', 'data', 'ui', 'charts'],
  features: ['lib', 'data', 'ui', 'charts', 'components'],
};

/** Import rule: `from` and `to` match paths and packages; `$1` is the first group of `from`. */
type Rule = { name: string; from: RegExp; allowed?: RegExp[]; forbidden?: RegExp[] };

export const RULES: Rule[] = [
  {
    name: 'engines import engines, the pure files of shared (csv, canonical JSON, civil dates, layouts and codes of columns) and a few pure packages',
    from: /^src\/engines\//,
    allowed: [
      /^src\/engines\//,
      /^src\/shared\/(canonical-json|csv|civil-date|column-kinds|column-layout|column-mapping|movement-kinds|scored-rows|text-codes)\.ts$/,
      /^src\/shared\/(layouts|report-sentences)\//,
      /^src\/shared\/contracts\/column-form\.ts$/,
      ...PURE_PACKAGES.map((name) => new RegExp(`^${name}(/|$)`)),
    ],
  },
  {
    name: 'platform knows nothing of banks',
    from: /^src\/platform\//,
    forbidden: [/^src\/(product|engines|web|start|cli)\//],
  },
  {
    name: 'shared stands alone',
    from: /^src\/shared\//,
    allowed: [/^src\/shared\//, /^zod(\/|$)/],
  },
  {
    name: 'folders of product import its base rooms and not one another',
    from: new RegExp(`^src/product/(?!(?:${BASE_ROOMS.join('|')})/)([^/]+)/`),
    forbidden: [new RegExp(`^src/product/(?!(?:$1|${BASE_ROOMS.join('|')})/)[^/]+/`)],
  },
  {
    name: 'base rooms of product import no other room of it',
    from: new RegExp(`^src/product/(${BASE_ROOMS.join('|')})/`),
    forbidden: [/^src\/product\/(?!$1\/)[^/]+\//],
  },
  {
    name: 'product is below web and start',
    from: /^src\/product\//,
    forbidden: [/^src\/(web|start|cli)\//],
  },
  {
    name: 'web speaks to the host only through its client',
    from: /^src\/web\//,
    forbidden: [/^src\/(?!web\/|shared\/)/, /^node:/],
  },
  {
    name: 'features do not import one another',
    from: /^src\/web\/features\/([^/]+)\//,
    forbidden: [/^src\/web\/features\/(?!$1\/)[^/]+\//],
  },
  ...Object.entries(WEB_ROOMS).map(([room, below]) => ({
    name: `web/${room} imports ${['shared', ...below].join(', ')}`,
    from: new RegExp(`^src/web/${room}/`),
    forbidden: [new RegExp(`^src/web/(?!(${[room, ...below].join('|')})/)`)],
  })),
  {
    name: 'web/data alone uses the client library',
    from: /^src\/web\/(?!data\/)/,
    forbidden: [/^@supabase\//],
  },
  {
    name: 'nothing imports start or cli',
    from: /^src\/(?!start\/|cli\/)/,
    forbidden: [/^src\/(start|cli)\//],
  },
];

const IMPORT =
  /(?:^|[;\n])\s*(?:import|export)\s+(?:type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

type Import = { to: string; lazy: boolean };

export function importsOf(text: string): Import[] {
  const imports: Import[] = [];
  for (const [, from, bare, lazy] of text.matchAll(IMPORT)) {
    imports.push({ to: from ?? bare ?? lazy ?? '', lazy: lazy !== undefined });
  }
  return imports;
}

function sources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return sources(root, path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

function target(root: string, from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = relative(root, resolve(root, dirname(from), specifier));
  return existsSync(join(root, path)) ? path : `missing: ${path}`;
}

/** Reads every source file below `src`; returns violations and the number of checked imports. */
export function checkDirections(root: string): { broken: string[]; files: number; looked: number } {
  const files = sources(root, 'src');
  const broken: string[] = [];
  const edges = new Map<string, string[]>();
  let looked = 0;
  for (const file of files) {
    const imports = importsOf(readFileSync(join(root, file), 'utf8'));
    const edge: string[] = [];
    edges.set(file, edge);
    for (const { to: specifier, lazy } of imports) {
      looked++;
      const to = target(root, file, specifier.replace(/\?.*$/, ''));
      if (to.startsWith('missing: ')) broken.push(`${file}: ${to}`);
      // Type imports count: mutually dependent files are one subject, or a third file is missing.
      if (!lazy) edge.push(to);
      if (TEST.test(file)) continue;
      for (const rule of RULES) {
        const match = rule.from.exec(file);
        if (match === null) continue;
        const fits = (pattern: RegExp) =>
          new RegExp(pattern.source.replaceAll('$1', match[1] ?? '$1')).test(to);
        const bad = rule.allowed ? !rule.allowed.some(fits) : rule.forbidden?.some(fits);
        if (bad) broken.push(`${file} -> ${to}: ${rule.name}`);
      }
    }
  }
  return { broken: [...broken, ...cycles(edges)], files: files.length, looked };
}

function cycles(edges: Map<string, string[]>): string[] {
  const results: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const visit = (file: string) => {
    state.set(file, 'open');
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!edges.has(next)) continue;
      if (state.get(next) === 'open') {
        results.push(`cycle: ${[...path.slice(path.indexOf(next)), next].join(' -> ')}`);
      } else if (!state.has(next)) visit(next);
    }
    path.pop();
    state.set(file, 'done');
  };
  for (const file of edges.keys()) if (!state.has(file)) visit(file);
  return results;
}
