/**
 * Writes dist/sbom.cdx.json (CycloneDX, of what runs in production) and dist/third-party-licenses.md from
 * what is installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
mkdirSync(join(root, 'dist'), { recursive: true });
const sbom = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
  }),
);
// What differs at each run says nothing about the packages; addresses are the registry's own affair.
delete sbom.serialNumber;
delete sbom.metadata.timestamp;
for (const component of sbom.components) {
  component.externalReferences = component.externalReferences?.filter(
    ({ type }) => type !== 'distribution',
  );
}
writeFileSync(join(root, 'dist', 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`);

const manifest = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const lines = Object.entries(manifest.packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version, license }]) => {
    const folder = join(root, path);
    const files = existsSync(folder)
      ? readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
      : [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `| ${name} | ${version} | ${license ?? 'see its files'} | ${files.join(', ') || 'none'} |`;
  });
const list = `# Licenses of third parties

What the sandbox runs with, as package-lock.json has it, and the license files each package brings. Written by \`node scripts/bill-of-materials.mjs\`.

| package | version | license | files |
|---|---|---|---|
${[...new Set(lines)].sort().join('\n')}
`;
writeFileSync(join(root, 'dist', 'third-party-licenses.md'), list);
