import type { ReactNode } from 'react';
import { ErrorState, SkeletonRows } from './states.tsx';

type Loaded<Data> = {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  error: Error | null;
  data: Data | undefined;
  refetch: () => unknown;
};

/** What a query gives, in each of its states: on its way, failed with a way to try again, or there. */
export function QueryView<Data>(props: {
  query: Loaded<Data>;
  errorTitle: string;
  messageOf: (error: unknown) => string;
  skeletonRows?: number;
  children: (data: Data) => ReactNode;
}) {
  const { query } = props;
  if (query.data !== undefined) return props.children(query.data);
  if (query.isError) {
    return (
      <ErrorState
        title={props.errorTitle}
        message={props.messageOf(query.error)}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <SkeletonRows rows={props.skeletonRows ?? 5} />;
}
