/** Writes dist/sbom.cdx.json (CycloneDX, production only) and dist/third-party-licenses.md. */
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
// Removes fields that vary between runs and registry addresses.
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
const list = `# Third-party licenses

Production packages in package-lock.json, with the license files of each package. Written by \`node scripts/bill-of-materials.mjs\`.

| package | version | license | files |
|---|---|---|---|
${[...new Set(lines)].sort().join('\n')}
`;
writeFileSync(join(root, 'dist', 'third-party-licenses.md'), list);
