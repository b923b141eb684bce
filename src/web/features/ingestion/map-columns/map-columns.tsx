import { useDeferredValue, useMemo, useState } from 'react';
import { isStatement } from '../../../data/dataset-preview.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { fileFacts } from '../file-facts.ts';
import { ColumnCard } from './column-card.tsx';
import { isUnsure, type MappedFile, type MappingDraft, questionsOf } from './mapping-draft.ts';
import { MappingRules } from './mapping-rules.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { ParsedRows } from './parsed-rows.tsx';

/** Kinds, roles and formats of columns, before and after the upload. */
export function MapColumns(props: {
  open: boolean;
  data: MappedFile;
  started: MappingDraft;
  /** Number of rows in words. */
  rows: string;
  action: string;
  /** Label of the button that closes without saving once no question is open. */
  later: string;
  busy: boolean;
  onSave: (draft: MappingDraft, recipe: string) => void;
  onClose: (draft: MappingDraft) => void;
}) {
  const { data } = props;
  const { layout: layouts } = data;
  const [draft, setDraft] = useState(props.started);
  const [recipe, setRecipe] = useState('');
  // The frame of the dialog answers the click; hundreds of cells follow.
  const isDrawn = useDeferredValue(true, false);
  const questions = useMemo(() => questionsOf(layouts), [layouts]);
  const statement = isStatement(data);
  const unsure = layouts.filter((layout) => isUnsure(layout, draft)).length;
  const close = () => props.onClose(draft);
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && close()}
      width="full"
      held
      title={data.filename}
      description={[props.rows, `${layouts.length} columns`, ...fileFacts(data)].join(' · ')}
      footer={
        <>
          <Field label="Save as recipe (name)" className="mr-auto max-sm:w-full">
            {(wiring) => (
              <Input
                {...wiring}
                value={recipe}
                maxLength={100}
                onChange={(event) => setRecipe(event.target.value)}
              />
            )}
          </Field>
          <Button onClick={close}>{unsure > 0 ? 'Decide later' : props.later}</Button>
          <Button
            variant="primary"
            busy={props.busy}
            busyLabel="Saving..."
            disabled={unsure > 0}
            onClick={() => props.onSave(draft, recipe)}
          >
            {props.action}
          </Button>
        </>
      }
    >
      {isDrawn ? (
        <>
          <OpenQuestions questions={questions} draft={draft} unsure={unsure} onChange={setDraft} />
          <MappingRules data={data} draft={draft} isStatement={statement} onChange={setDraft} />
          <div className="grid gap-5 lg:grid-cols-[minmax(0,520px)_minmax(0,1fr)]">
            <ul aria-label="Columns" className="grid content-start gap-2">
              {layouts.map((layout) => (
                <ColumnCard
                  key={layout.name}
                  data={data}
                  layout={layout}
                  draft={draft}
                  isStatement={statement}
                  onChange={setDraft}
                />
              ))}
            </ul>
            <ParsedRows data={data} draft={draft} isStatement={statement} />
          </div>
        </>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Dialog>
  );
}
