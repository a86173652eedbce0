import { Component, type ReactElement, type ReactNode } from 'react';
import { Conteudo } from '../../layout/column/column.tsx';
import { ErroAoCarregar } from '../load-error/load-error.tsx';

interface Props {
  /** The part brings its own full-bleed band, so its error needs the page's column. */
  readonly faixa?: boolean;
  readonly children: ReactNode;
}

/** Contains the failure of one part of a page, so that the rest stays readable. On the server there are no such boundaries. */
export class LimiteDeErro extends Component<Props, { readonly falhou: boolean }> {
  override readonly state = { falhou: false };

  static getDerivedStateFromError(): { readonly falhou: boolean } {
    return { falhou: true };
  }

  override render(): ReactNode {
    return this.state.falhou ? <ErroDaParte faixa={this.props.faixa === true} /> : this.props.children;
  }
}

// A failed query stays failed in the client's memory for a while; loading the page anew asks the server, which may have it.
function ErroDaParte({ faixa }: { readonly faixa: boolean }): ReactElement {
  const erro = <ErroAoCarregar aoTentar={() => window.location.reload()} />;
  return faixa ? <Conteudo>{erro}</Conteudo> : erro;
}
