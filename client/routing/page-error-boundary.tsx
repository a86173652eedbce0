import { Component, type ReactNode } from 'react';
import { publicMessage } from '../apollo/call-error.ts';
import { TelaDeErro } from '../components/tela-de-erro.tsx';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly failed: boolean;
}

/**
 * Shows the error screen in place of a page that cannot be drawn in the browser. On the server errors are contained by the Suspense
 * boundary around the page instead. Give it the page's address as key, so that the next page starts clean.
 */
export class PageErrorBoundary extends Component<Props, State> {
  override readonly state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <TelaDeErro status={500} mensagem={publicMessage(this.state.error)} pedido={null} />;
  }
}
