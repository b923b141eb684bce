import type { Governance } from './governance-part.ts';
import { type Html, html } from './html.ts';
import { entryOf, link, type PageFacts, rows } from './reader-parts.ts';

type ListedRecord = Governance['records'][number];
type Approval = ListedRecord['approvals'][number];

function stateOf({ state, closed_reason, closed_by, closed_at, lapsed_because }: Approval): string {
  if (closed_at !== null)
    return `ended ${closed_at} by ${closed_by ?? 'not stated'}: ${closed_reason}`;
  return [state ?? 'not stated', lapsed_because].filter(Boolean).join(': ');
}

function approvalPart(run: string, approval: Approval, { facts }: PageFacts): Html {
  const { requested, approved, ended } = facts.approval(run, approval.sha256);
  const { exception_name: exception } = approval;
  return rows([
    ['Approved by', html`${approval.approved_by} (${entryOf(requested ?? approved)})`],
    ...(exception === null
      ? []
      : [
          ['Exception', `${exception}: ${approval.exception_reason}`] as const,
          [
            'Confirmed by',
            html`${approval.confirmed_by} (${entryOf(requested && approved)})`,
          ] as const,
        ]),
    ['For', `${approval.intended_use}; audience: ${approval.audience}`],
    ['Until', approval.expires_on],
    ['Notes', approval.notes],
    [
      'State',
      ended === undefined ? stateOf(approval) : html`${stateOf(approval)} (${entryOf(ended)})`,
    ],
  ]);
}

export function approvalsSection(page: PageFacts): Html {
  const { records } = page.governance;
  const none = html`<p>No model or analysis was recorded.</p>`;
  const parts = records.map((record) => {
    const recorded = page.facts.newest('model.recorded', record.run_id);
    const given = record.approvals.map((one) => approvalPart(record.run_id, one, page));
    return html`<h3>${record.model_type}: ${record.dataset_ref}</h3>
<p>Record ${record.run_id}, run by ${record.made_by} (${entryOf(recorded)}).</p>
${given.length === 0 ? html`<p>Never approved.</p>` : given}`;
  });
  return html`<h2>Approvals</h2><p>${link('approvals.json')}</p>${parts.length === 0 ? none : parts}`;
}

export function evidenceSection({ governance, facts }: PageFacts): Html {
  const items = governance.evidence.map(
    ({ document, filename, uploaded_by: by, sha256 }) =>
      html`<li>${filename}, by ${by} (${entryOf(facts.newest('evidence.uploaded', document))}), SHA-256 <code>${sha256}</code></li>`,
  );
  return html`<h2>Evidence</h2><p>${link('evidence.json')}; the documents stay in the Evidence Vault.</p><ul>${items}</ul>`;
}

export function decisionsSection({ governance, facts }: PageFacts): Html {
  const items = governance.decisions.map(({ exceptions, name, item, at, by, after, note }) => {
    const where = item === null ? 'all cases' : `case ${item + 1}`;
    const fact = facts.decision(exceptions, item, at);
    return html`<li>${name}, ${where}: ${after} by ${by}, ${at.slice(0, 19)}Z (${entryOf(fact)}). ${note ?? ''}</li>`;
  });
  return html`<h2>Decisions on exceptions</h2><p>${link('decisions.json')}</p><ul>${items}</ul>`;
}
