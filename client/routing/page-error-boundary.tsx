import { Component, type ReactNode } from 'react';
import { publicMessage } from '../apollo/call-error.ts';

interface Props {
  /** Address of the page; another one starts clean. */
  readonly href: string;
  readonly children: ReactNode;
  /** Renders the screen that replaces a page whose rendering failed. */
  readonly fallback: (message: string) => ReactNode;
}

interface State {
  readonly href: string;
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Contains an error of a page in the browser. On the server there are no such boundaries: there the Suspense boundary around the page
 * contains it, and the browser tries again.
 */
export class PageErrorBoundary extends Component<Props, State> {
  override readonly state: State = { href: this.props.href, failure: null };

  static getDerivedStateFromError(error: unknown): Pick<State, 'failure'> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.href === state.href ? null : { href: props.href, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(publicMessage(failure.error));
  }
}
