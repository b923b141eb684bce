import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

export function SortButton(props: {
  label: string;
  direction: 'asc' | 'desc' | null;
  onPress: () => void;
  flip: boolean;
}) {
  const Icon =
    props.direction === null ? ChevronsUpDown : props.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={props.onPress}
      className={`group inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink ${props.flip ? 'flex-row-reverse text-right' : 'text-left'} ${props.direction ? 'text-ink' : ''}`}
    >
      {props.label}
      <Icon aria-hidden className={`size-3 ${props.direction ? '' : 'opacity-60'}`} />
    </button>
  );
}
