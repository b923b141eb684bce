import type { FilePlace } from '../../../shared/bank-formats.ts';
import type { Json } from '../model.ts';

export type XmlNode = {
  name: string;
  attributes: Record<string, string> | null;
  children: XmlNode[];
  text: string;
  line: number;
};

const childOf = (node: XmlNode | null, name: string): XmlNode | null => {
  if (node === null) return null;
  for (const child of node.children) if (child.name === name) return child;
  return null;
};

const parsed = new Map<string, readonly string[]>();

/** Splits a path; cached because readers query few paths for every entry. */
function namesOf(path: string): readonly string[] {
  const cached = parsed.get(path);
  if (cached !== undefined) return cached;
  const names = path.split('/');
  parsed.set(path, names);
  return names;
}

/** Finds the first element at a path such as `Acct/Id/IBAN`. */
export function nodeAt(node: XmlNode | null, path: string): XmlNode | null {
  let at = node;
  for (const name of namesOf(path)) {
    if (at === null) return null;
    at = childOf(at, name);
  }
  return at;
}

export function textAt(node: XmlNode | null, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = nodeAt(node, path)?.text.trim();
    if (text) return text;
  }
  return null;
}

export function textsAt(node: XmlNode | null, path: string): string[] {
  let level = node === null ? [] : [node];
  for (const name of namesOf(path))
    level = level.flatMap(({ children }) => children.filter((child) => child.name === name));
  return level.map(({ text }) => text.trim()).filter((text) => text !== '');
}

export const placeOf = (node: XmlNode, parent: string): FilePlace => ({
  line: node.line,
  path: `${parent}/${node.name}`,
});

/** Converts an element to JSON: a leaf to text, attributes with @, repeated elements to a list. */
export function jsonOf({ attributes, children, text }: XmlNode): Json {
  if (children.length === 0 && attributes === null) return text;
  // Without a prototype: elements may be named __proto__ or constructor.
  const json: { [name: string]: Json } = Object.create(null);
  for (const name in attributes) json[`@${name}`] = attributes[name]!;
  for (const child of children) {
    const value = jsonOf(child);
    const before = json[child.name];
    if (before === undefined) json[child.name] = value;
    else if (Array.isArray(before)) before.push(value);
    else json[child.name] = [before, value];
  }
  if (children.length === 0) json['#'] = text;
  return json;
}
