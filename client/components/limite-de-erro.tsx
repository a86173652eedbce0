import { Component, type ReactElement, type ReactNode } from 'react';
import { ErroAoCarregar } from './erro-ao-carregar.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Contains the failure of one part of a page, so that the rest stays readable. On the server the Suspense boundary around it does. */
export class LimiteDeErro extends Component<Props, { readonly falhou: boolean }> {
  override readonly state = { falhou: false };

  static getDerivedStateFromError(): { readonly falhou: boolean } {
    return { falhou: true };
  }

  override render(): ReactNode {
    return this.state.falhou ? <ErroDaParte /> : this.props.children;
  }
}

// A failed query stays failed in the client's memory for a while; loading the page anew asks the server, which may have it.
function ErroDaParte(): ReactElement {
  return <ErroAoCarregar aoTentar={() => window.location.reload()} />;
}
