import type { Dataset } from '../../data/rows.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { GenerateForm } from './generate-request.ts';
import { tableNameOf } from './generate-source.ts';
import { EPSILONS, MECHANISMS } from './protection.ts';
import { StoredModels, usePrivacyBudget, useStoredModels } from './stored-models.tsx';

export function PrivateFields(props: {
  /** One, or those of linked tables. */
  datasets: readonly Dataset[];
  form: GenerateForm;
  onChange: (change: Partial<GenerateForm>) => void;
}) {
  const { datasets, form } = props;
  const dataset = datasets[0]!;
  const isLinked = datasets.length > 1;
  const models = useStoredModels(dataset.id);
  const budget = usePrivacyBudget(dataset.filename, models);
  const kept = models.some(
    (model) =>
      model.epsilon === form.epsilon &&
      (isLinked || form.mechanism === 'auto' || model.mechanism.toLowerCase() === form.mechanism),
  );
  return (
    <div className="space-y-3 border-l-2 border-action pl-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={`Privacy budget ε (per ${isLinked ? 'linked rows' : 'customer'})`}
          hint={
            kept
              ? 'A model with this ε is stored: sampling it again spends no budget.'
              : 'Below 5,000 customers, most correlations are lost to noise.'
          }
          value={form.epsilon}
          options={EPSILONS}
          onChange={(epsilon) => props.onChange({ epsilon })}
        />
        {!isLinked && (
          <SelectField
            label="Method"
            hint={MECHANISMS.find(({ value }) => value === form.mechanism)?.hint}
            value={form.mechanism}
            options={MECHANISMS}
            onChange={(mechanism) => props.onChange({ mechanism })}
          />
        )}
      </div>
      {isLinked && <PublicTables {...props} />}
      <p>
        {budget === null
          ? 'Privacy budget: ε 10 in total, none used on the people in this file.'
          : `Privacy budget: ${budget.used}% of ε ${budget.epsilon} used, ${100 - budget.used}% left for the people in this file.`}
      </p>
      <StoredModels models={models} />
    </div>
  );
}

/** Tables of reference data: without this choice, a shared branch would link all customers. */
function PublicTables(props: {
  datasets: readonly Dataset[];
  form: GenerateForm;
  onChange: (change: Partial<GenerateForm>) => void;
}) {
  const chosen = props.form.publicTables;
  const change = (name: string, isPublic: boolean) =>
    props.onChange({
      publicTables: isPublic ? [...chosen, name] : chosen.filter((other) => other !== name),
    });
  return (
    <fieldset>
      <legend className="mb-1">Tables without people</legend>
      <p className="mb-2 text-xs text-ink-soft">
        All rows that keys link to each other are protected as one person. Mark reference data, such
        as branches or products: it is learned without noise and links nobody.
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {props.datasets.map((dataset) => {
          const name = tableNameOf(dataset);
          return (
            <Checkbox
              key={dataset.id}
              label={name}
              checked={chosen.includes(name)}
              onChange={(event) => change(name, event.target.checked)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
