import { basename } from 'node:path';
import { type RunContext, throwIfCancelled } from '../jobs/run-context.ts';
import { runThread } from './thread.ts';

/** Where a thread stands. */
export type ThreadProgress = { kind: 'progress'; stage: string; done: number; total: number };

/** What a thread says whose only result is its last message. */
export type ThreadMessage = ThreadProgress | { kind: 'end' };

/** Runs such a thread for a run, passes on where it stands, and gives its end. */
export async function threadEnd<Message extends ThreadMessage>(
  context: RunContext,
  module: URL,
  input: unknown,
): Promise<Extract<Message, { kind: 'end' }>> {
  for await (const message of runThread<ThreadMessage>(module, input, context.signal)) {
    throwIfCancelled(context.signal);
    if (message.kind === 'end') return message as Extract<Message, { kind: 'end' }>;
    context.progress(message.stage, message.done, message.total);
  }
  throw new Error(`${basename(module.pathname)} ended without an end`);
}
