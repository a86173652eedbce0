import { Component, type ReactElement, type ReactNode } from 'react';
import { PageColumn } from '../../layout/column/column.tsx';
import { LoadError } from '../load-error/load-error.tsx';

interface Props {
  /** The part brings its own full-bleed band, so its error needs the page's column. */
  readonly fullBleed?: boolean;
  readonly children: ReactNode;
}

/** Contains the failure of one part of a page, so that the rest stays readable. On the server there are no such boundaries. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PartError fullBleed={this.props.fullBleed === true} /> : this.props.children;
  }
}

// The page keeps the failure of its operation, so a retry in place would show it again; a page load asks the server.
function PartError({ fullBleed }: { readonly fullBleed: boolean }): ReactElement {
  const error = <LoadError onRetry={() => window.location.reload()} />;
  return fullBleed ? <PageColumn>{error}</PageColumn> : error;
}
