/** From which column of which relation a view's column comes. */
export type Origin = { relation: number; column: number };

const TARGET =
  /:resno (\d+) :resname (?:<>|"?(?:[^\s\\"]|\\.)*"?) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)/g;

/** What the outermost query's target entries say of themselves, without the expressions inside them. */
function outermostTargets(tree: string): string {
  const label = ':targetList (';
  let braces = 0;
  let inside = false;
  let text = '';
  for (let at = 0; at < tree.length; at++) {
    const char = tree[at]!;
    if (char === '{') braces += 1;
    else if (char === '}') braces -= 1;
    else if (braces === 1 && inside && char === ')') return text;
    else if (braces === 1 && !inside && tree.startsWith(label, at)) inside = true;
    if (inside && braces === 2) text += char === '\\' ? char + tree[at + 1] : char;
    if (char === '\\') at += 1;
  }
  return '';
}

/** Reads a view's query tree: the number of each column that is taken over unchanged, and whence. */
export function readViewColumns(tree: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  for (const [, number, relation, column, junk] of outermostTargets(tree).matchAll(TARGET)) {
    if (junk === 'false' && relation !== '0' && Number(column) > 0) {
      origins.set(Number(number), { relation: Number(relation), column: Number(column) });
    }
  }
  return origins;
}
