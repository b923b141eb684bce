import { basename } from 'node:path';
import { type RunContext, throwIfCancelled } from '../jobs/run-context.ts';
import { runWarmThread } from './warm-thread.ts';

export type ThreadProgress = { kind: 'progress'; stage: string; done: number; total: number };

/** Messages of a thread whose only result is its last message. */
export type ThreadMessage = ThreadProgress | { kind: 'end' };

type End<Message> = Extract<Message, { kind: 'end' }>;

/**
 * Runs a warm thread for a run: reports its progress, passes other messages to the consumer, and returns
 * the last.
 *
 * @param onMessage is awaited before the next message is read, including the last one
 */
export async function consumeMessages<Message extends { kind: string }>(
  context: RunContext,
  { module, input }: { module: URL; input: unknown },
  onMessage: (message: Message) => Promise<void> | void,
): Promise<End<Message>> {
  const messages = runWarmThread<Message | ThreadProgress>(module, input, context.signal);
  let last: End<Message> | undefined;
  for await (const message of messages) {
    throwIfCancelled(context.signal);
    if (isProgress(message)) {
      context.progress(message.stage, message.done, message.total);
      continue;
    }
    await onMessage(message);
    if (isEnd(message)) last = message;
  }
  if (last !== undefined) return last;
  throw new Error(`${basename(module.pathname)} ended without its last message`);
}

const isProgress = (message: { kind: string }): message is ThreadProgress =>
  message.kind === 'progress';

const isEnd = <Message extends { kind: string }>(message: Message): message is End<Message> =>
  message.kind === 'end';

export const threadEnd = <Message extends ThreadMessage>(
  context: RunContext,
  module: URL,
  input: unknown,
): Promise<End<Message>> => consumeMessages<Message>(context, { module, input }, () => {});
