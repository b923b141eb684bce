import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRules } from '../../../../shared/column-mapping.ts';
import type { DatasetProfile } from '../../../../shared/contracts/dataset-profile.ts';
import { setDatasetRules } from '../../../data/dataset-mapping.ts';
import type { DatasetPreview } from '../../../data/dataset-preview.ts';
import { formatCount, formatShare } from '../../../lib/format.ts';
import { fail, notice } from '../../../lib/notices.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { DeclareRule } from './declare-rule.tsx';
import { listedRules, withChoice } from './listed-rules.ts';
import { RuleRow } from './rule-row.tsx';

const SHOWN = 20;

/** Sentence on rows of the file that break a declared rule; null if none does. */
const brokenBy = ({ rows, share }: { rows: number; share: number }): string | null => {
  if (share === 1) return null;
  if (rows === 0) return 'No row of the file is about it.';
  return `${formatShare(share)} of ${formatCount(rows)} rows keep it in the file.`;
};

/** Rules between the columns: those found, which users accept or reject, and declared ones. */
export function RulesPanel({ data, profile }: { data: DatasetPreview; profile: DatasetProfile }) {
  const queries = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  const [broken, setBroken] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useMutation({
    mutationFn: (rules: DatasetRules) => setDatasetRules({ manifest_id: data.id, ...rules }),
    onSuccess: ({ declared }) => {
      const sentences = declared.flatMap((rule) => {
        const sentence = brokenBy(rule);
        return sentence === null ? [] : [[rule.sentence, sentence] as const];
      });
      setBroken(new Map(sentences));
      notice('Rules saved', 'They apply to the next model trained on this dataset.');
      return queries.invalidateQueries({ queryKey: ['datasets'] });
    },
    onError: (error) => fail('Error', error),
  });
  const rules = listedRules(profile, data.rules);
  const shown = isWhole ? rules : rules.slice(0, SHOWN);
  return (
    <section aria-labelledby="dataset-rules" className="mt-5">
      <h4 id="dataset-rules" className="mb-1">
        Rules
      </h4>
      <p className="max-w-[72ch] text-xs text-ink-soft">
        {rules.length === 0
          ? 'No rules between the columns found. Declare those that every generated row must keep.'
          : 'Generated rows keep a rule as often as the file does. Choose “In every row” to accept it without exceptions, or “Leave out” to reject it. Private models have no rules.'}
      </p>
      <ul aria-label="Rules" className="mt-2 max-w-4xl divide-y divide-line border-y border-line">
        {shown.map((rule) => (
          <RuleRow
            key={rule.sentence}
            rule={rule}
            broken={broken.get(rule.sentence)}
            disabled={save.isPending}
            onChoose={(choice) => save.mutate(withChoice(data.rules, rule.sentence, choice))}
          />
        ))}
      </ul>
      {shown.length < rules.length && (
        <LinkButton className="mt-1.5" onClick={() => setWhole(true)}>
          Show {formatCount(rules.length - shown.length)} more
        </LinkButton>
      )}
      <DeclareRule
        disabled={save.isPending}
        onDeclare={async (sentence) => {
          await save.mutateAsync(withChoice(data.rules, sentence, 'declared'));
        }}
      />
    </section>
  );
}
