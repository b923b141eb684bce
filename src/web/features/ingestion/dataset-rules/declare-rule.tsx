import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';

/** Field for a rule that the file does not show, or that every row must keep. */
export function DeclareRule(props: {
  disabled: boolean;
  onDeclare: (sentence: string) => Promise<void>;
}) {
  const [text, setText] = useState('');
  const declare = async () => {
    const sentence = text.trim();
    if (sentence === '') return;
    await props.onDeclare(sentence).then(
      () => setText(''),
      // The error is shown as a notice; the text stays to be corrected.
      () => {},
    );
  };
  return (
    <form
      className="mt-3 flex max-w-[72ch] flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void declare();
      }}
    >
      <Field
        label="Declare a rule"
        hint="For example: paid = max(0, claimed - deductible) where status is closed"
        className="min-w-0 flex-1 basis-64"
      >
        {(wiring) => (
          <Input {...wiring} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <Button type="submit" className="mb-[1.375rem]" busy={props.disabled}>
        Declare
      </Button>
    </form>
  );
}
