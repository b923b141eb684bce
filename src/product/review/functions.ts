import {
  defineFileFunction,
  defineFunction,
  type FunctionCall,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { actorOf, recordAccess } from '../../platform/gateway/record-access.ts';
import { caseBody, openCaseAnswer } from '../../shared/contracts/cases.ts';
import type { Product } from '../product.ts';
import { accountsOf, caseFacts } from './case-facts.ts';
import { earlierCases, readCase } from './case-record.ts';
import { readSourceRows } from './case-source.ts';

/** Reads a case that the caller may see with the rows it is about, and records the access. */
async function openCase(
  product: Product,
  { caller, request, body }: FunctionCall<{ case_id: string }>,
  action: 'case.read' | 'case.exported',
) {
  const { database } = product.platform;
  const record = await database.asCaller(caller, (tx) => readCase(tx, body.case_id));
  await recordAccess(database.owner, {
    request,
    access: { actorId: actorOf(caller), action, objectType: 'case', objectId: body.case_id },
    fold: action === 'case.read' ? 'day' : 'minute',
  });
  const source = await readSourceRows(product, record, accountsOf(record));
  const facts = await caseFacts(record, source, (accounts) =>
    database.asCaller(caller, (tx) => earlierCases(tx, record, accounts)),
  );
  return { record, facts };
}

export const reviewFunctions = (product: Product): FunctionDefinition[] => [
  defineFunction({
    name: 'open-case',
    summary: 'Returns a case: timeline, network, what is usual, earlier cases and a narrative.',
    audience: 'session',
    body: caseBody,
    answer: openCaseAnswer,
    handle: async (call) => (await openCase(product, call, 'case.read')).facts,
  }),
  defineFileFunction({
    name: 'export-case',
    contentType: 'application/pdf',
    summary: 'Exports the narrative of a case as PDF.',
    audience: 'session',
    body: caseBody,
    handle: async (call) => {
      const { record, facts } = await openCase(product, call, 'case.exported');
      const { casePdf } = await import('./case-pdf.ts');
      const organization = record.organization ?? 'Personal';
      return {
        name: `case-${record.id.slice(0, 8)}.pdf`,
        bytes: await casePdf(facts, { organization, at: new Date() }),
      };
    },
  }),
];
