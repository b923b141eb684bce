import type { ReactNode } from 'react';
import { messageOf } from '../lib/service-error.ts';
import { ErrorState, SkeletonRows } from './states.tsx';

type Loaded<Data> = {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  error: Error | null;
  data: Data | undefined;
  refetch: () => unknown;
};

export function QueryView<Data>(props: {
  query: Loaded<Data>;
  errorTitle: string;
  skeletonRows?: number;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { query } = props;
  if (query.data !== undefined) {
    const isEmpty = Array.isArray(query.data) && query.data.length === 0;
    return isEmpty && props.empty !== undefined ? props.empty : props.children(query.data);
  }
  if (query.isError) {
    return (
      <ErrorState
        title={props.errorTitle}
        message={messageOf(query.error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <SkeletonRows rows={props.skeletonRows ?? 5} />;
}
