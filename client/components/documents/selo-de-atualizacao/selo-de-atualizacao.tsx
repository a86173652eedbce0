import type { ReactElement } from 'react';
import { Selo } from '../../content/badge/badge.tsx';

interface Props {
  /** `categoria_resumo.situacao_atualizacao`. */
  readonly situacao: string | null;
}

/** Whether a list is as fresh as its own rhythm asks. */
export function SeloDeAtualizacao({ situacao }: Props): ReactElement {
  if (situacao === 'em_dia') {
    return (
      <Selo tom="sucesso" icone="lucide:circle-check">
        Em dia
      </Selo>
    );
  }
  if (situacao === 'atrasada') {
    return (
      <Selo tom="alerta" icone="lucide:triangle-alert">
        Atrasada
      </Selo>
    );
  }
  return <Selo>Não se aplica prazo</Selo>;
}
