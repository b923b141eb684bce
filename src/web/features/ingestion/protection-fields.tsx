import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { EPSILONS, PROTECTIONS, type Protection } from './protection.ts';
import { StoredModels, useStoredModels } from './stored-models.tsx';

/** The dial between likeness and protection, with the epsilon and the kept models of the private mode. */
export function ProtectionFields(props: {
  manifestId: string;
  mode: Protection;
  epsilon: number;
  onMode: (mode: Protection) => void;
  onEpsilon: (epsilon: number) => void;
}) {
  const { manifestId, mode, epsilon } = props;
  const models = useStoredModels(mode === 'private' ? manifestId : null);
  const kept = models.some((model) => model.epsilon === epsilon);
  return (
    <>
      <Field label="Protection" hint={PROTECTIONS.find(({ value }) => value === mode)?.hint}>
        {(wiring) => (
          <Select
            {...wiring}
            value={mode}
            onChange={(event) => props.onMode(event.target.value as Protection)}
          >
            {PROTECTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {mode === 'private' && (
        <Field
          label="Epsilon for each customer"
          hint={
            kept
              ? 'A model with this epsilon is kept: to sample it again costs nothing.'
              : 'Debited from the budget of 10 that the people in this file have in all. Below 5,000 customers little of what columns have to do with one another survives.'
          }
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={epsilon}
              onChange={(event) => props.onEpsilon(Number(event.target.value))}
            >
              {EPSILONS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {mode === 'private' && <StoredModels models={models} />}
    </>
  );
}
