import { SelectField } from '../../../ui/select-field.tsx';
import { formWords } from './form-words.ts';
import {
  formOfColumn,
  isUnsure,
  type MappingDraft,
  type Question,
  withAnswer,
} from './mapping-draft.ts';

const NAMED = 6;

const namesOf = ({ columns }: Question): string => {
  const rest = columns.length - NAMED;
  const names = columns.slice(0, NAMED).map(({ name }) => name);
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
};

/** Open questions, each asked once for all columns that share it. */
export function OpenQuestions(props: {
  questions: readonly Question[];
  draft: MappingDraft;
  unsure: number;
  onChange: (draft: MappingDraft) => void;
}) {
  const { questions, draft, unsure } = props;
  if (questions.length === 0) return null;
  const chosenIn = ({ columns, choices }: Question) => {
    const [first] = columns;
    if (first === undefined || columns.some((layout) => isUnsure(layout, draft))) return '';
    const chosen = formWords(formOfColumn(first, draft));
    return String(choices.findIndex((choice) => formWords(choice) === chosen));
  };
  return (
    <section
      aria-label="Open questions"
      className="mb-4 rounded-md border border-warning px-4 py-3"
    >
      <p role="status" className={unsure > 0 ? 'mb-3 text-warning' : 'mb-3 text-ink-soft'}>
        {unsure === 0
          ? 'All questions are answered.'
          : `${unsure === 1 ? 'One column is' : `${unsure} columns are`} ambiguous. Choose a format to continue.`}
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {questions.map((question) => (
          <SelectField
            key={namesOf(question)}
            label={<span className="wrap-anywhere">{namesOf(question)}</span>}
            value={chosenIn(question)}
            placeholder="Choose a format"
            options={question.choices.map((choice, i) => ({
              value: String(i),
              label: formWords(choice),
            }))}
            onChange={(at) => {
              const form = question.choices[Number(at)];
              if (at !== '' && form !== undefined)
                props.onChange(withAnswer(draft, question, form));
            }}
          />
        ))}
      </div>
    </section>
  );
}
