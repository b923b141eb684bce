import { SelectField } from '../../ui/select-field.tsx';
import {
  EPSILONS,
  MECHANISMS,
  type Mechanism,
  PROTECTIONS,
  type Protection,
} from './protection.ts';
import { StoredModels, useStoredModels } from './stored-models.tsx';

/** The dial between likeness and protection; of the private mode also the epsilon, the way and the kept models. */
export function ProtectionFields(props: {
  manifestId: string;
  mode: Protection;
  epsilon: number;
  mechanism: Mechanism;
  onMode: (mode: Protection) => void;
  onEpsilon: (epsilon: number) => void;
  onMechanism: (mechanism: Mechanism) => void;
}) {
  const { manifestId, mode, epsilon, mechanism } = props;
  const models = useStoredModels(mode === 'private' ? manifestId : null);
  const kept = models.some(
    (model) => model.epsilon === epsilon && model.mechanism.toLowerCase() === mechanism,
  );
  return (
    <>
      <SelectField
        label="Protection"
        hint={PROTECTIONS.find(({ value }) => value === mode)?.hint}
        value={mode}
        options={PROTECTIONS}
        onChange={props.onMode}
      />
      {mode === 'private' && (
        <>
          <SelectField
            label="Epsilon for each customer"
            hint={
              kept
                ? 'A model learned so is kept: to sample it again costs nothing.'
                : 'Debited from the budget of 10 that the people in this file have in all. Below 5,000 customers little of what columns have to do with one another survives.'
            }
            value={epsilon}
            options={EPSILONS}
            onChange={props.onEpsilon}
          />
          <SelectField
            label="Method"
            hint={MECHANISMS.find(({ value }) => value === mechanism)?.hint}
            value={mechanism}
            options={MECHANISMS}
            onChange={props.onMechanism}
          />
          <StoredModels models={models} />
        </>
      )}
    </>
  );
}
