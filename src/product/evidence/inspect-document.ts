import { createFairSlots } from '../../platform/jobs/fair-slots.ts';
import { runBoundedThread } from '../../platform/threads/bounded-thread.ts';
import { AppError } from '../../shared/errors.ts';
import type { DocumentInput } from './document-thread.ts';
import type { DocumentContent } from './read-document.ts';

const MODULE = new URL('./document-thread.ts', import.meta.url);
const PROCESSOR_SECONDS = 20;
const MEGABYTES = 512;
const MAX_WAITING = 20;
/** One document at a time, in turns between organizations. */
const slots = createFairSlots(1, MAX_WAITING);

const exceeded = (limit: 'time' | 'memory') =>
  new AppError(
    'too_large',
    limit === 'time'
      ? `Reading the document took more than ${PROCESSOR_SECONDS} seconds of CPU time. Nothing was saved. Print it to a new PDF, or split it.`
      : `Reading the document took more than ${MEGABYTES} MB of memory. Nothing was saved. Print it to a new PDF, or split it.`,
  );

/** Checks a document in a bounded thread and reads what approvals require. */
export const inspectDocument = ({ path, name }: DocumentInput): Promise<DocumentContent> =>
  slots.run(name.split('/')[0]!, () =>
    runBoundedThread<DocumentContent>(
      MODULE,
      { path, name },
      {
        processorSeconds: PROCESSOR_SECONDS,
        megabytes: MEGABYTES,
        exceeded,
      },
    ),
  );
