import type { Dataset } from '../../../data/rows.ts';
import type { TableSet } from '../../../data/table-sets.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/input.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { tableNameOf } from '../generate-source.ts';

export type Links = Pick<TableSet, 'keys' | 'relations'> & { leaveOrphansOut: boolean };
type LinkedTable = { name: string; columns: string[] };
type Relation = Links['relations'][number];

const options = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** Fields for the relations of linked tables, their keys, and the handling of orphans. */
export function LinkFields(props: {
  datasets: readonly Dataset[];
  links: Links;
  onChange: (links: Links) => void;
}) {
  const { links, onChange } = props;
  const tables = props.datasets.map((dataset) => ({
    name: tableNameOf(dataset),
    columns: Object.keys(dataset.schema),
  }));
  return (
    <>
      <RelationFields tables={tables} links={links} onChange={onChange} />
      <KeyFields tables={tables} links={links} onChange={onChange} />
      <Checkbox
        label="Exclude rows that refer to a missing row"
        checked={links.leaveOrphansOut}
        onChange={(event) => onChange({ ...links, leaveOrphansOut: event.target.checked })}
      />
    </>
  );
}

function KeyFields(props: {
  tables: readonly LinkedTable[];
  links: Links;
  onChange: (links: Links) => void;
}) {
  const { tables, links, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1.5">Key of each table</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {tables.map(({ name, columns }) => (
          <SelectField
            key={name}
            label={name}
            value={links.keys[name] ?? ''}
            options={options(columns)}
            placeholder="No key"
            onChange={(key) => onChange({ ...links, keys: { ...links.keys, [name]: key || null } })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Fields for foreign keys. The first one is the parent: rows are generated per parent row. */
function RelationFields(props: {
  tables: readonly LinkedTable[];
  links: Links;
  onChange: (links: Links) => void;
}) {
  const { tables, links, onChange } = props;
  const { relations } = links;
  const set = (next: Relation[]) => onChange({ ...links, relations: next });
  const first = (relation: Relation) =>
    relations.find(({ child }) => child === relation.child) === relation;
  const add = () => {
    const [child, parent] = [tables[1]!, tables[0]!];
    const parentKey = links.keys[parent.name] ?? parent.columns[0]!;
    set([
      ...relations,
      { child: child.name, childKey: child.columns[0]!, parent: parent.name, parentKey },
    ]);
  };
  return (
    <fieldset>
      <legend className="mb-1.5">Relations</legend>
      <ul className="space-y-2">
        {relations.map((relation, i) => (
          <li key={i} className="flex flex-wrap items-center gap-2">
            <PlaceSelect
              label={`Column of relation ${i + 1}`}
              tables={tables}
              place={[relation.child, relation.childKey]}
              onChange={([child, childKey]) =>
                set(relations.with(i, { ...relation, child, childKey }))
              }
            />
            <span>refers to</span>
            <PlaceSelect
              label={`Key of relation ${i + 1}`}
              tables={tables}
              place={[relation.parent, relation.parentKey]}
              onChange={([parent, parentKey]) =>
                set(relations.with(i, { ...relation, parent, parentKey }))
              }
            />
            {!first(relation) && (
              <Button size="small" onClick={() => set([relation, ...relations.toSpliced(i, 1)])}>
                Sample for this
              </Button>
            )}
            <Button size="small" variant="ghost" onClick={() => set(relations.toSpliced(i, 1))}>
              Remove<span className="sr-only"> relation {i + 1}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-2" onClick={add}>
        Add relation
      </Button>
    </fieldset>
  );
}

type Place = readonly [table: string, column: string];

function PlaceSelect(props: {
  label: string;
  tables: readonly LinkedTable[];
  place: Place;
  onChange: (place: Place) => void;
}) {
  const places = props.tables.flatMap(({ name, columns }) =>
    columns.map((column): Place => [name, column]),
  );
  return (
    <Select
      aria-label={props.label}
      className="w-auto! max-w-full"
      value={props.place.join('.')}
      onChange={(event) => {
        const chosen = places.find((place) => place.join('.') === event.target.value);
        if (chosen) props.onChange(chosen);
      }}
    >
      {places.map((place) => (
        <option key={place.join('.')} value={place.join('.')}>
          {place.join('.')}
        </option>
      ))}
    </Select>
  );
}
