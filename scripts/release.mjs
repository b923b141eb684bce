/**
 * Creates a release: `npm run release -- 0.2.0`. Dates the changelog's Unreleased section, writes
 * the version, commits and tags; writes the bill of materials and the licenses to dist/ as
 * attachments. Does not push.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Expected a version: npm run release -- 0.2.0');
if (run('git', 'status', '--porcelain') !== '') fail('Commit or stash your changes first.');
if (run('git', 'tag', '--list', `v${version}`) !== '') fail(`v${version} exists already.`);

const changelog = join(root, 'CHANGELOG.md');
const text = readFileSync(changelog, 'utf8');
const [, changes] = /## Unreleased\n([\s\S]*?)(?=\n## |$)/.exec(text) ?? [];
if (!changes?.trim()) fail('CHANGELOG.md has no entries under Unreleased.');
const today = new Date().toISOString().slice(0, 10);
writeFileSync(
  changelog,
  text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${today}\n`),
);
run('npm', 'version', version, '--no-git-tag-version');
run('git', 'add', '--all');
run('git', 'commit', '--message', `Release ${version}`);
run('git', 'tag', '--annotate', `v${version}`, '--message', `${version}\n\n${changes.trim()}`);
run('node', 'scripts/bill-of-materials.mjs');
process.stdout.write(`v${version} is committed and tagged. Push it: git push --follow-tags\n`);
