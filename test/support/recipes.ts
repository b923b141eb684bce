import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sandbox.ts';

/** Returns the code of each recipe of docs/recipes.md by its title. */
export function readRecipes(): Map<string, string> {
  const page = readFileSync(join(root, 'docs/recipes.md'), 'utf8');
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')),
      /```\w+\n([\s\S]*?)```/.exec(section)![1]!,
    ]),
  );
}
