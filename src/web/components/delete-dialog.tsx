import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fail, notice } from '../lib/notices.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Confirms and runs a deletion, reports its outcome, and reloads the lists that showed the item. */
export function DeleteDialog<Item>(props: {
  /** Item to delete; the dialog is open unless it is null. */
  item: Item | null;
  /** Kind of item, as in "dataset". */
  kind: string;
  nameOf: (item: Item) => string;
  remove: (item: Item) => Promise<void>;
  reload: readonly string[];
  onClose: () => void;
  children: ReactNode;
}) {
  const { item, kind, onClose } = props;
  const queries = useQueryClient();
  const name = item === null ? '' : props.nameOf(item);
  const remove = useMutation({
    mutationFn: props.remove,
    onSuccess: (_, removed) => {
      notice(`${kind[0]!.toUpperCase()}${kind.slice(1)} deleted`, props.nameOf(removed));
      onClose();
    },
    onError: (error) => fail('Delete failed', error),
    onSettled: () => {
      for (const key of props.reload) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return (
    <ConfirmDialog
      open={item !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${kind} “${name}”?`}
      confirmLabel={`Delete ${kind}`}
      busy={remove.isPending}
      onConfirm={() => item !== null && remove.mutate(item)}
    >
      {props.children}
    </ConfirmDialog>
  );
}
