import { serveThread } from '../../platform/threads/thread.ts';
import { checkDocument } from './check-document.ts';
import { type DocumentContent, readDocument } from './read-document.ts';

export type DocumentInput = { path: string; name: string };

serveThread<DocumentInput>(async function* ({ path, name }): AsyncGenerator<DocumentContent> {
  yield await readDocument(path, await checkDocument(path, name));
});
