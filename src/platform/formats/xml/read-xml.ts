import { SaxesParser } from 'saxes';
import type { FilePlace } from '../../../shared/bank-formats.ts';
import type { FormatReader } from '../model.ts';
import { refuseAt } from '../refuse.ts';
import type { XmlNode } from './node.ts';

const MAX_DEPTH = 64;
/** Limit of nodes in one child of a container, such as an entry with all its transactions. */
const MAX_NODES = 50_000;
const MAX_CHARACTERS = 1_500_000;

export type XmlHandler = {
  /** True if the element's content is passed on piece by piece and not stored. */
  isContainer: (name: string, depth: number) => boolean;
  open: (name: string, place: FilePlace, namespace: string | null) => void;
  child: (node: XmlNode, place: FilePlace) => void;
  close: (name: string, place: FilePlace) => void;
  end: () => void;
};

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

const isDeclaration = (name: string) => name === 'xmlns' || name.startsWith('xmlns:');

function dataAttributes(given: Record<string, string>): Record<string, string> | null {
  let rootAttributes: Record<string, string> | null = null;
  for (const name in given) {
    if (isDeclaration(name) || name.startsWith('xsi:')) continue;
    rootAttributes ??= Object.create(null) as Record<string, string>;
    rootAttributes[localName(name)] = given[name]!;
  }
  return rootAttributes;
}

function namespaceOf(name: string, attributes: Record<string, string>): string | null {
  const colon = name.indexOf(':');
  return attributes[colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`] ?? null;
}

/** Reads XML incrementally, with bounded depth and size, without custom or external entities. */
export function readXml(handler: XmlHandler): FormatReader {
  const parser = new SaxesParser({ position: true });
  const containers: string[] = [];
  /** Path from the child of a container to the innermost open element. */
  const stack: XmlNode[] = [];
  let nodes = 0;
  let characters = 0;
  /** Characters that the parser buffers since its last event. */
  let pending = 0;
  const place = (): FilePlace => ({
    line: parser.line,
    path: [...containers, ...stack.map(({ name }) => name)].join('/'),
  });
  parser.on('error', (error) => {
    const fault = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    refuseAt(place(), `the XML can't be read: ${fault}.`);
  });
  parser.on('doctype', () => refuseAt(place(), 'document type declarations are not supported.'));
  parser.on('opentag', ({ name: given, attributes: all }) => {
    // Without the option xmlns, saxes passes attributes as strings.
    const attributes = all as Record<string, string>;
    pending = 0;
    const name = localName(given);
    const depth = containers.length + stack.length;
    if (depth >= MAX_DEPTH) refuseAt(place(), `elements are nested more than ${MAX_DEPTH} deep.`);
    if (stack.length === 0 && handler.isContainer(name, depth)) {
      containers.push(name);
      handler.open(name, place(), namespaceOf(given, attributes));
      return;
    }
    if (stack.length === 0) {
      nodes = 0;
      characters = 0;
    }
    nodes++;
    if (nodes > MAX_NODES) refuseAt(place(), `it has more than ${MAX_NODES} elements.`);
    const ownAttributes = dataAttributes(attributes);
    const node = { name, attributes: ownAttributes, children: [], text: '', line: parser.line };
    stack.at(-1)?.children.push(node);
    stack.push(node);
  });
  const onText = (text: string) => {
    const node = stack.at(-1);
    if (node === undefined) {
      if (text.trim() !== '') refuseAt(place(), 'expected an element, found text.');
      return;
    }
    characters += text.length;
    if (characters > MAX_CHARACTERS)
      refuseAt(place(), `it has more than ${MAX_CHARACTERS} characters.`);
    node.text += text;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    pending = 0;
    const node = stack.at(-1);
    if (node === undefined) {
      handler.close(containers.at(-1)!, place());
      containers.pop();
      return;
    }
    if (node.children.length > 0) {
      if (node.text.trim() !== '') refuseAt(place(), 'text is mixed with elements.');
      node.text = '';
    }
    if (stack.length === 1) handler.child(node, { line: node.line, path: place().path });
    stack.pop();
  });
  return {
    push: (text) => {
      pending += text.length;
      parser.write(text);
      if (pending > 2 * MAX_CHARACTERS)
        refuseAt(place(), `it has more than ${MAX_CHARACTERS} characters.`);
    },
    end: () => {
      parser.close();
      handler.end();
    },
  };
}
