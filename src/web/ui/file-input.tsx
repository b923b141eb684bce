import type { RefObject } from 'react';

/** Hidden file input, opened by a separate button; the same file can be chosen twice. */
export function FileInput(props: {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  onFiles: (files: File[]) => void;
}) {
  return (
    <input
      ref={props.ref}
      type="file"
      multiple
      accept={props.accept}
      aria-label={props.label}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        props.onFiles(files);
      }}
    />
  );
}
