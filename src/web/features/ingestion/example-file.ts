import type { InstitutionKind } from '../../../shared/institutions.ts';
import { UNREACHABLE } from '../../lib/service-error.ts';
import { type Sample, sampleTemplate } from './sample-template.ts';

type Example = { label: string; content: string; open: () => Promise<File> };

async function germanStatement(): Promise<File> {
  const answer = await fetch('/example-statement.csv');
  if (!answer.ok) throw new Error(UNREACHABLE);
  return new File([await answer.blob()], 'example-statement.csv');
}

const template = (sample: Sample, name: string) => () =>
  Promise.resolve(new File([sampleTemplate(sample)], name));

/** File to try the product with, by the organization's kind. */
export const EXAMPLES: Record<InstitutionKind, Example> = {
  bank: {
    label: 'Use the example statement',
    content: 'the example statement: 5,000 transactions of a simulated German bank',
    open: germanStatement,
  },
  insurer: {
    label: 'Use the example claims',
    content: 'the example claims: 200 claims of 11 columns',
    open: template('claims', 'example-claims.csv'),
  },
  credit_union: {
    label: 'Use the example members',
    content: 'the example members: 200 members of 8 columns',
    open: template('members', 'example-members.csv'),
  },
};
