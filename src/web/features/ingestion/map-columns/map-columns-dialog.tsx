import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { mapDataset } from '../../../data/dataset-mapping.ts';
import {
  type DatasetPreview,
  previewQuery,
  setDatasetRoles,
} from '../../../data/dataset-preview.ts';
import { formatCount } from '../../../lib/format.ts';
import { fail, notice } from '../../../lib/notices.ts';
import { messageOf } from '../../../lib/service-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { fileFacts } from '../file-facts.ts';
import { ColumnCard } from './column-card.tsx';
import {
  bodyOf,
  draftOf,
  isStatement,
  isUnsure,
  type MappingDraft,
  questionsOf,
} from './mapping-draft.ts';
import { MappingRules } from './mapping-rules.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { ParsedRows } from './parsed-rows.tsx';

export function MapColumnsDialog(props: { id: string | undefined; onClose: () => void }) {
  const preview = useQuery(previewQuery(props.id));
  const { data } = preview;
  if (data?.mapping && data.layout)
    return (
      <MapColumns key={data.id} open={props.id !== undefined} data={data} onClose={props.onClose} />
    );
  return (
    <Dialog
      open={props.id !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      width="full"
      title="Map columns"
      description="Kind and format of each column"
    >
      {preview.isPending ? (
        <SkeletonRows rows={8} />
      ) : preview.isError ? (
        <ErrorState
          title="Error loading dataset"
          message={messageOf(preview.error)}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <EmptyState title="Nothing to map">
          The dataset was deleted, or is from before columns could be mapped. Upload the file again.
        </EmptyState>
      )}
    </Dialog>
  );
}

function MapColumns(props: { open: boolean; data: DatasetPreview; onClose: () => void }) {
  const { data } = props;
  const layouts = data.layout!;
  const [draft, setDraft] = useState<MappingDraft>(() => draftOf(data.mapping!, data.roles));
  const [recipe, setRecipe] = useState('');
  // The frame of the dialog answers the click; hundreds of cells follow.
  const isDrawn = useDeferredValue(true, false);
  const queries = useQueryClient();
  const questions = useMemo(() => questionsOf(layouts), [layouts]);
  const statement = isStatement(data);
  const unsure = layouts.filter((layout) => isUnsure(layout, draft)).length;
  const save = useMutation({
    mutationFn: async () => {
      const answer = await mapDataset(bodyOf(data, draft, recipe));
      if (draft.kinds !== data.roles) await setDatasetRoles(data.id, draft.kinds);
      return answer;
    },
    onSuccess: (answer) => {
      notice(
        'Columns mapped',
        answer.recipe
          ? `Recipe “${answer.recipe.name}” now applies to files like this one.`
          : undefined,
      );
      void queries.invalidateQueries({ queryKey: ['datasets'] });
      void queries.invalidateQueries({ queryKey: ['recipes'] });
      props.onClose();
    },
    onError: (error) => fail('Columns not mapped', error),
  });
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      width="full"
      held
      title={data.filename}
      description={[
        `${formatCount(data.record_count)} rows`,
        `${layouts.length} columns`,
        ...fileFacts(data),
      ].join(' · ')}
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
          <Button onClick={props.onClose}>
            {unsure > 0 ? 'Decide later' : 'Use the columns as they are'}
          </Button>
          <Button
            variant="primary"
            busy={save.isPending}
            busyLabel="Saving..."
            disabled={unsure > 0}
            onClick={() => save.mutate()}
          >
            Continue with {formatCount(data.record_count)} rows
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
            <ParsedRows data={data} draft={draft} />
          </div>
        </>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Dialog>
  );
}
