import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkDirections, importsOf } from './directions.ts';

const root = mkdtempSync(join(tmpdir(), 'directions '));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('finds every form of import', () => {
  const text = `import a from 'a';\nimport {\n  b,\n} from './b.ts';\nimport type { C } from 'c';\nimport 'd';\nexport { e } from 'e';\nconst f = () => import('f');`;
  expect(importsOf(text).map(({ to }) => to)).toEqual(['a', './b.ts', 'c', 'd', 'e', 'f']);
});

test('violations are found, each by its rule', () => {
  write('src/engines/one/a.ts', "import { readFileSync } from 'node:fs';");
  write('src/platform/p.ts', "import { x } from '../product/one/q.ts';");
  write('src/product/one/q.ts', "import { y } from '../two/r.ts';");
  write('src/product/two/r.ts', "import { z } from './r2.ts';");
  write('src/product/two/s.ts', "import { b } from '../batches/b.ts';");
  write('src/product/batches/b.ts', "import { d } from '../data/d.ts';");
  write('src/product/data/d.ts', "import type { Product } from '../product.ts';");
  write('src/product/product.ts', '');
  write('src/product/two/r2.ts', "import { z } from './r.ts';");
  write(
    'src/web/features/a/page.tsx',
    "const T = () => <X.Y a={1} />;\nimport { b } from '../b/page.tsx';",
  );
  write('src/web/features/b/page.tsx', "import { c } from '../../../platform/p.ts';");
  write('src/web/ui/u.tsx', "import { d } from '../data/d.ts';");
  write('src/web/data/d.ts', "import { createClient } from '@supabase/supabase-js';");
  write('src/web/lib/l.ts', "import type { Session } from '@supabase/supabase-js';");
  write('src/web/ui/cards.tsx', "import type { Column } from './table.tsx';");
  write('src/web/ui/table.tsx', "import { Cards } from './cards.tsx';");
  write('src/shared/s.ts', "import type { z } from 'zod';\nimport { pg } from 'pg';");
  const { broken } = checkDirections(root);
  expect(broken.map((line: string) => line.replace(/^.*: (?=[a-z])/, '')).sort()).toEqual(
    [
      'engines import engines, the pure files of shared (csv, canonical JSON, civil dates, layouts and codes of columns) and a few pure packages',
      'features do not import one another',
      'base rooms of product import no other room of it',
      'folders of product import its base rooms and not one another',
      'platform knows nothing of banks',
      'shared stands alone',
      'src/web/ui/cards.tsx -> src/web/ui/table.tsx -> src/web/ui/cards.tsx',
      'src/product/two/r.ts -> src/product/two/r2.ts -> src/product/two/r.ts',
      'web speaks to the host only through its client',
      'web/data alone uses the client library',
      'web/ui imports shared, lib',
    ].sort(),
  );
});
