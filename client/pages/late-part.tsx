import { type ReactElement, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import type { OperationReference } from '../../shared/routes/types.ts';
import { useFailedOnServer } from '../apollo/use-operation.ts';
import { ErrorBoundary } from '../components/feedback/error-boundary/error-boundary.tsx';
import { LoadError } from '../components/feedback/load-error/load-error.tsx';
import { Skeleton } from '../components/feedback/skeleton/skeleton.tsx';
import { PageColumn } from '../components/layout/column/column.tsx';

interface Props {
  /** The operation that the part reads. */
  readonly of: OperationReference<unknown>;
  readonly shape?: 'list' | 'cards' | 'text';
  readonly count?: number;
  /** What stands in the place of the part until it is there, where a skeleton would not be as high as it. */
  readonly fallback?: ReactElement;
  /** The part brings its own full-bleed band (home page), so the skeleton needs the page's column. */
  readonly fullBleed?: boolean;
  readonly children: ReactNode;
}

/** A part of a page whose data may arrive after the page: a skeleton until then, its own error when it fails. */
export function LatePart({ of, shape = 'list', count = 3, fallback, fullBleed = false, children }: Props): ReactElement {
  const inColumn = (content: ReactElement): ReactElement => (fullBleed ? <PageColumn>{content}</PageColumn> : content);
  return (
    <ErrorBoundary fullBleed={fullBleed}>
      <Suspense fallback={<div data-espera="">{fallback ?? inColumn(<Skeleton shape={shape} count={count} />)}</div>}>
        {/* An empty address is the one of the document, query included. */}
        <LoadedOrError of={of} error={inColumn(<LoadError retryHref="" />)}>
          {children}
        </LoadedOrError>
      </Suspense>
    </ErrorBoundary>
  );
}

interface LoadedOrErrorProps {
  readonly of: Props['of'];
  readonly error: ReactElement;
  readonly children: ReactNode;
}

/** React has no error boundaries on the server: a part whose operation failed there is rendered as an error, and the browser retries it once. */
function LoadedOrError({ of, error, children }: LoadedOrErrorProps): ReactNode {
  const failed = useFailedOnServer(of);
  const [retrying, setRetrying] = useState(false);
  useEffect(() => {
    // As a transition, React keeps the error on the screen until the part has its data.
    if (failed) startTransition(() => setRetrying(true));
  }, [failed]);
  return failed && !retrying ? error : children;
}

/** A part of a page's header that needs data: nothing until it is there, and nothing where it failed, for the page itself says so. */
export function HeaderPart({ of, children }: Pick<Props, 'of' | 'children'>): ReactElement {
  return (
    <Suspense fallback={null}>
      <UnlessFailed of={of}>{children}</UnlessFailed>
    </Suspense>
  );
}

function UnlessFailed({ of, children }: Pick<Props, 'of' | 'children'>): ReactNode {
  return useFailedOnServer(of) ? null : children;
}
