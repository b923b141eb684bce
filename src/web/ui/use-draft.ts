import { useState } from 'react';

function stored<Fields extends object>(key: string): Partial<Fields> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Fields>;
  } catch {
    return {};
  }
}

function store(key: string, fields: object | null): void {
  try {
    if (fields === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // Without storage the text lasts as long as the form.
  }
}

/** Fields of a form, kept in this tab until they are sent, also when the page is left. */
export function useDraft<Fields extends object>(key: string, empty: () => Fields) {
  const [fields, setFields] = useState<Fields>(() => ({ ...empty(), ...stored<Fields>(key) }));
  return {
    fields,
    change: (part: Partial<Fields>) => {
      const next = { ...fields, ...part };
      setFields(next);
      store(key, next);
    },
    forget: () => store(key, null),
  };
}
