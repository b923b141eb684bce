import { Select } from '../../../ui/input.tsx';
import type { ListedRule, RuleChoice } from './listed-rules.ts';

const LABELS: Record<RuleChoice, string> = {
  found: 'As in the file',
  declared: 'In every row',
  rejected: 'Leave out',
};

function choicesOf({ isFound, isDeclarable }: ListedRule): RuleChoice[] {
  if (!isFound) return ['declared', 'found'];
  return isDeclarable ? ['found', 'declared', 'rejected'] : ['found', 'rejected'];
}

/** Rule as a sentence, with the choice of how generated rows keep it. */
export function RuleRow(props: {
  rule: ListedRule;
  /** Sentence on rows of the file that break it. */
  broken: string | undefined;
  disabled: boolean;
  onChoose: (choice: RuleChoice) => void;
}) {
  const { rule, broken } = props;
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 py-2 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0 max-w-[72ch]">
        <p
          className={`wrap-anywhere ${rule.choice === 'rejected' ? 'text-ink-soft line-through' : ''}`}
        >
          {rule.sentence}
        </p>
        {broken !== undefined && <p className="text-xs text-warning">{broken}</p>}
      </div>
      <Select
        aria-label={`Keep ${rule.sentence}`}
        className="w-full text-xs sm:w-40"
        value={rule.choice}
        disabled={props.disabled}
        onChange={(event) => props.onChoose(event.target.value as RuleChoice)}
      >
        {choicesOf(rule).map((choice) => (
          <option key={choice} value={choice}>
            {rule.isFound || choice !== 'found' ? LABELS[choice] : 'Remove'}
          </option>
        ))}
      </Select>
    </li>
  );
}
