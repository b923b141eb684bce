/** The rules of direction, as ARCHITECTURE.md states them. */
const purePackages = ['@noble/hashes', '@faker-js/faker', 'zod'];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'engines-are-pure',
      comment: 'Engines import engines and a few pure packages: no host, no network, no database.',
      severity: 'error',
      from: { path: '^src/engines/', pathNot: '\\.test\\.ts$|/test-support/' },
      to: { pathNot: [`^src/engines/`, ...purePackages.map((name) => `^node_modules/${name}/`)] },
    },
    {
      name: 'platform-knows-no-bank',
      severity: 'error',
      from: { path: '^src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(product|engines|web|start|cli)/' },
    },
    {
      name: 'shared-stands-alone',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/(?!shared/)' },
    },
    {
      name: 'capabilities-stay-apart',
      comment: 'Folders of product do not import one another; what two of them need moves down.',
      severity: 'error',
      from: { path: '^src/product/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/product/([^/]+)/', pathNot: '^src/product/$1/' },
    },
    {
      name: 'product-below-web-and-start',
      severity: 'error',
      from: { path: '^src/product/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(web|start|cli)/' },
    },
    {
      name: 'web-speaks-only-to-the-host',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(?!web/|shared/)' },
    },
    {
      name: 'features-stay-apart',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/([^/]+)/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/web/(features|app)/|@supabase' },
    },
    {
      name: 'nothing-imports-start',
      severity: 'error',
      from: { path: '^src/(?!start/|cli/)', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/(start|cli)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'] },
  },
};
