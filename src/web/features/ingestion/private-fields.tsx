import type { Dataset } from '../../data/rows.ts';
import { SelectField } from '../../ui/select-field.tsx';
import type { GenerateForm } from './generate-request.ts';
import { EPSILONS, MECHANISMS } from './protection.ts';
import { StoredModels, usePrivacyBudget, useStoredModels } from './stored-models.tsx';

export function PrivateFields(props: {
  dataset: Dataset;
  form: GenerateForm;
  onChange: (change: Partial<GenerateForm>) => void;
}) {
  const { dataset, form } = props;
  const models = useStoredModels(dataset.id);
  const budget = usePrivacyBudget(dataset.filename, models);
  const kept = models.some(
    (model) => model.epsilon === form.epsilon && model.mechanism.toLowerCase() === form.mechanism,
  );
  return (
    <div className="space-y-3 border-l-2 border-action pl-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Privacy budget ε (per customer)"
          hint={
            kept
              ? 'A model with this ε is stored: sampling it again spends no budget.'
              : 'Below 5,000 customers, most correlations are lost to noise.'
          }
          value={form.epsilon}
          options={EPSILONS}
          onChange={(epsilon) => props.onChange({ epsilon })}
        />
        <SelectField
          label="Method"
          hint={MECHANISMS.find(({ value }) => value === form.mechanism)?.hint}
          value={form.mechanism}
          options={MECHANISMS}
          onChange={(mechanism) => props.onChange({ mechanism })}
        />
      </div>
      <p>
        {budget === null
          ? 'Privacy budget: ε 10 in total, none used on the people in this file.'
          : `Privacy budget: ${budget.used}% of ε ${budget.epsilon} used, ${100 - budget.used}% left for the people in this file.`}
      </p>
      <StoredModels models={models} />
    </div>
  );
}
