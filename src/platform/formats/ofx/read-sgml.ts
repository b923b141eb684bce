import type { FormatReader } from '../model.ts';
import { refuseAt } from '../refuse.ts';
import type { XmlNode } from '../xml/node.ts';
import type { XmlHandler } from '../xml/read-xml.ts';

const MAX_DEPTH = 64;
const MAX_PENDING = 200_000;
const MAX_NODES = 50_000;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,5}));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

type Open = XmlNode & { isContainer: boolean };

/**
 * Reads OFX tags; elements with a value have no end tag in SGML, and one in XML.
 *
 * @param startsAnew elements that end all open values, whatever is missing
 */
export function readSgml(
  handler: XmlHandler & { header: (text: string) => void; startsAnew: (name: string) => boolean },
): FormatReader {
  let rest = '';
  let line = 1;
  let inBody = false;
  let nodes = 0;
  const stack: Open[] = [];
  const place = () => ({ line, path: stack.map(({ name }) => name).join('/') || null });
  const containers = () => stack.filter(({ isContainer }) => isContainer).length;

  /** Closes the innermost element; without an end tag and a value it is empty. */
  const finish = (hasEnd: boolean) => {
    const here = place();
    const node = stack.pop()!;
    if (node.isContainer) return handler.close(node.name, here);
    const parent = stack.at(-1)!;
    const inside = hasEnd ? [] : node.children;
    if (!hasEnd) node.children = [];
    for (const each of [node, ...inside]) {
      if (parent.isContainer) handler.child(each, { line: each.line, path: here.path });
      else parent.children.push(each);
    }
  };
  const isValue = (node: Open | undefined) =>
    node !== undefined && !node.isContainer && node.text !== '';
  const open = (name: string) => {
    if (isValue(stack.at(-1))) finish(true);
    if (handler.startsAnew(name))
      while (stack.length > 0 && !stack.at(-1)!.isContainer) finish(false);
    if (stack.length >= MAX_DEPTH)
      refuseAt(place(), `elements are nested more than ${MAX_DEPTH} deep.`);
    const isContainer = containers() === stack.length && handler.isContainer(name, stack.length);
    if (!isContainer && stack.length === 0) refuseAt(place(), `<${name}> is outside <OFX>.`);
    if (stack.at(-1)?.isContainer) nodes = 0;
    nodes++;
    if (nodes > MAX_NODES) refuseAt(place(), `it has more than ${MAX_NODES} elements.`);
    stack.push({ name, attributes: null, children: [], text: '', line, isContainer });
    if (isContainer) handler.open(name, place(), null);
  };
  const close = (name: string) => {
    if (!stack.some((node) => node.name === name))
      refuseAt(place(), `</${name}> closes an element that is not open.`);
    while (stack.at(-1)!.name !== name) {
      if (stack.at(-1)!.isContainer)
        refuseAt(place(), `<${stack.at(-1)!.name}> is not closed before </${name}>.`);
      finish(isValue(stack.at(-1)));
    }
    finish(true);
  };
  const takeText = (text: string) => {
    const value = decoded(text).trim();
    if (value === '') return;
    const node = stack.at(-1);
    if (node === undefined || node.isContainer || node.children.length > 0)
      refuseAt(place(), 'expected an element, found text.');
    node!.text += value;
  };
  const takeTag = (tag: string) => {
    if (tag.startsWith('?')) return handler.header(tag);
    if (tag.startsWith('!')) refuseAt(place(), 'document types and comments are not supported.');
    const match = /^(\/?)([A-Za-z][\w.:-]*)\s*(\/?)$/.exec(tag);
    if (match === null) return refuseAt(place(), `<${tag.slice(0, 40)}> is not a tag.`);
    const name = match[2]!.toUpperCase();
    if (match[1] === '/') return close(name);
    inBody = true;
    open(name);
    if (match[3] === '/') close(name);
  };
  const take = (part: string, isTag: boolean) => {
    if (isTag) takeTag(part);
    else if (inBody) takeText(part);
    else if (part.trim() !== '') handler.header(part);
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) line++;
  };
  return {
    push: (text) => {
      rest += text;
      let at = 0;
      for (;;) {
        const begin = rest.indexOf('<', at);
        if (begin < 0) break;
        const end = rest.indexOf('>', begin);
        if (end < 0) break;
        if (begin > at) take(rest.slice(at, begin), false);
        take(rest.slice(begin + 1, end), true);
        at = end + 1;
      }
      rest = rest.slice(at);
      if (rest.length > MAX_PENDING) refuseAt(place(), 'a tag or value is too long.');
    },
    end: () => {
      if (rest.trim() !== '' || stack.length > 0)
        refuseAt(place(), 'the file is truncated: elements are not closed.');
      handler.end();
    },
  };
}
