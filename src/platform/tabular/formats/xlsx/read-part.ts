import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { AppError } from '../../../../shared/errors.ts';
import { cancelled } from '../../duckdb.ts';
import { damaged } from './package.ts';

const MAX_DEPTH = 64;
/** Limit of the characters that the parser holds between two events. */
const MAX_PENDING = 2_000_000;

export type PartHandler = {
  /** Names are without prefix. */
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Called after each piece; returns false to end the reading. */
  onPiece?: () => Promise<boolean>;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function encodingOf(head: Buffer): 'utf8' | 'utf16le' {
  return head[0] === 0xff && head[1] === 0xfe ? 'utf16le' : 'utf8';
}

/** Reads an XML part piece by piece. Document type declarations are refused: no entities unfold. */
export async function readPart(
  stream: Readable,
  name: string,
  { handler, signal }: { handler: PartHandler; signal?: AbortSignal | undefined },
): Promise<void> {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  let pending = 0;
  parser.on('error', (error) => {
    throw damaged(`${name} can't be read: ${error.message.replace(/\.$/, '')}`, error);
  });
  parser.on('doctype', () => {
    throw damaged(`${name} has a document type declaration`);
  });
  parser.on('opentag', ({ name: tag, attributes }) => {
    pending = 0;
    if (++depth > MAX_DEPTH)
      throw damaged(`elements of ${name} are nested more than ${MAX_DEPTH} deep`);
    handler.open(localName(tag), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name: tag }) => {
    pending = 0;
    depth--;
    handler.close?.(localName(tag));
  });
  if (handler.text !== undefined) {
    parser.on('text', handler.text);
    parser.on('cdata', handler.text);
  }
  let decoder: StringDecoder | undefined;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (signal?.aborted) throw cancelled(signal);
    decoder ??= new StringDecoder(encodingOf(chunk));
    pending += chunk.length;
    parser.write(decoder.write(chunk));
    if (pending > MAX_PENDING) {
      throw new AppError(
        'too_large',
        `${name} has an element of more than ${MAX_PENDING} characters.`,
      );
    }
    if ((await handler.onPiece?.()) === false) return;
  }
  if (decoder === undefined) throw damaged(`${name} is empty`);
  parser.close();
  await handler.onPiece?.();
}
