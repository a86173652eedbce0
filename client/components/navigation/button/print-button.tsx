import type { ReactElement } from 'react';
import { Botao } from './button.tsx';

/** Prints the page; the listener is in client/accessibility/interactions.ts. */
export function BotaoImprimir({ rotulo = 'Imprimir' }: { readonly rotulo?: string }): ReactElement {
  return (
    <Botao variante="discreto" icone="lucide:printer" acao="imprimir">
      {rotulo}
    </Botao>
  );
}
