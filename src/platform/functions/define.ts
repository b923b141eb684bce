import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { KeyScope } from '../../shared/key-scopes.ts';
import type { Role } from '../../shared/roles.ts';
import type { Caller } from '../gateway/caller.ts';

export type Audience = 'public' | 'session' | 'admin' | 'superadmin';

export type Account = {
  userId: string;
  email: string;
  tenantId: string;
  orgId: string | null;
  role: Role | null;
};

export type FunctionCall<Body> = {
  body: Body;
  caller: Caller;
  account: Account | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type FunctionDefinition = {
  name: string;
  summary: string;
  audience: Audience;
  /** Scope of API keys that may call it; without one, only people can. */
  scope?: KeyScope;
  /** 'form' for a multipart body, which the function reads from the request. */
  body: z.ZodType | 'form';
  fields?: z.ZodObject;
  /** 'file' for a binary answer. An answer with the status `queued` has the HTTP status 202. */
  answer: z.ZodType | 'file';
  /** Media type of a file; application/octet-stream if absent. */
  contentType?: string;
  /** Headers that it requires, beside the session's. */
  headers?: readonly string[];
  /** Declared as a method, so that functions with narrower bodies are assignable. */
  handle(call: FunctionCall<unknown>): Promise<unknown>;
};

/** Answer that is already JSON of the definition's schema, such as rows from the database. */
export class JsonAnswer {
  readonly body: string | Buffer;

  constructor(body: string | Buffer) {
    this.body = body;
  }
}

export function defineFunction<Body extends z.ZodType, Answer extends z.ZodType>(definition: {
  name: string;
  summary: string;
  audience: Audience;
  scope?: KeyScope;
  headers?: readonly string[];
  body: Body;
  answer: Answer;
  handle(call: FunctionCall<z.output<Body>>): Promise<z.input<Answer> | JsonAnswer>;
}): FunctionDefinition {
  return definition;
}

export type FileAnswer = { name: string; bytes: Buffer | Readable };

export function defineFileFunction<Body extends z.ZodType>(definition: {
  name: string;
  contentType?: string;
  summary: string;
  audience: Audience;
  scope?: KeyScope;
  body: Body;
  handle(call: FunctionCall<z.output<Body>>): Promise<FileAnswer>;
}): FunctionDefinition {
  return { ...definition, answer: 'file' };
}

export function defineFormFunction<Answer extends z.ZodType>(definition: {
  name: string;
  summary: string;
  audience: Audience;
  scope?: KeyScope;
  fields: z.ZodObject;
  answer: Answer;
  handle(call: FunctionCall<null>): Promise<z.input<Answer>>;
}): FunctionDefinition {
  return { ...definition, body: 'form' };
}

/** Returns the account of a call whose audience guarantees one. */
export function accountOf(call: { account: Account | null }): Account {
  if (call.account === null)
    throw new Error('a function without an audience asked for its account');
  return call.account;
}
