import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../../shared/roles.ts';
import type { Caller } from '../gateway/caller.ts';

/** Who may call a function. */
export type Audience = 'public' | 'session' | 'admin' | 'superadmin';

/** The signed-in account behind a call, as the database knows it now. */
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
  /** Null for public functions. */
  account: Account | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type FunctionDefinition = {
  name: string;
  summary: string;
  audience: Audience;
  /** 'form' for a multipart body, which the function reads from the request itself. */
  body: z.ZodType | 'form';
  /** Fields that a form may have beside its file. */
  fields?: z.ZodObject;
  /** 'file' for an answer of bytes. */
  answer: z.ZodType | 'file';
  /** A method, so that a function of a narrower body is one: the service has parsed the body by the schema beside it. */
  handle(call: FunctionCall<unknown>): Promise<unknown>;
};

/** Declares a function: its name, who may call it, and what it takes and gives. */
export function defineFunction<Body extends z.ZodType, Answer extends z.ZodType>(definition: {
  name: string;
  summary: string;
  audience: Audience;
  body: Body;
  answer: Answer;
  handle(call: FunctionCall<z.output<Body>>): Promise<z.input<Answer>>;
}): FunctionDefinition {
  return definition;
}

export type FileAnswer = { name: string; contentType: string; bytes: Buffer | Readable };

/** Declares a function that answers with a file. */
export function defineFileFunction<Body extends z.ZodType>(definition: {
  name: string;
  summary: string;
  audience: Audience;
  body: Body;
  handle(call: FunctionCall<z.output<Body>>): Promise<FileAnswer>;
}): FunctionDefinition {
  return { ...definition, answer: 'file' };
}

/** Declares a function that reads a multipart form from its request. */
export function defineFormFunction<Answer extends z.ZodType>(definition: {
  name: string;
  summary: string;
  audience: Audience;
  fields: z.ZodObject;
  answer: Answer;
  handle(call: FunctionCall<null>): Promise<z.input<Answer>>;
}): FunctionDefinition {
  return { ...definition, body: 'form' };
}

/** The account of a call whose audience guarantees one. */
export function accountOf(call: { account: Account | null }): Account {
  if (call.account === null)
    throw new Error('a function without an audience asked for its account');
  return call.account;
}
