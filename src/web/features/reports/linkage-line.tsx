import { linkageSentence } from '../../../shared/report-sentences/linkage-sentence.ts';
import type { PrivacyReport } from '../../data/report-document.ts';

export function LinkageLine(props: { linkage: NonNullable<PrivacyReport['linkage']> }) {
  return <li>Record linkage: {linkageSentence(props.linkage)}</li>;
}
