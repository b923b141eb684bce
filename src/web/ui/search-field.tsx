import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input } from './input.tsx';

const AFTER_TYPING = 200;

/** Reports its text with a delay; storing each key in the address would lose letters. */
export function SearchField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    // Changed from outside: by Back or a reset button.
    if (value === reported.current) return;
    reported.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = typed;
      tell.current(typed);
    }, AFTER_TYPING);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className="relative mb-4 block max-w-md">
      <Search aria-hidden className="absolute top-2.5 left-3 size-4 text-ink-soft" />
      <Input
        type="search"
        aria-label={props.label}
        placeholder={props.label}
        className="pl-9"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
