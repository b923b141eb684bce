export type Origin = { relation: number; column: number };

const TARGET =
  /:resno (\d+) :resname (?:<>|"?(?:[^\s\\"]|\\.)*"?) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)/g;

/** Extracts the target entries of the outermost query, without nested expressions. */
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

/** Parses a view's query tree: maps each column that is passed through unchanged to its origin. */
export function readViewColumns(tree: string): Map<number, Origin> {
  const origins = new Map<number, Origin>();
  for (const [, number, relation, column, junk] of outermostTargets(tree).matchAll(TARGET)) {
    if (junk === 'false' && relation !== '0' && Number(column) > 0) {
      origins.set(Number(number), { relation: Number(relation), column: Number(column) });
    }
  }
  return origins;
}
