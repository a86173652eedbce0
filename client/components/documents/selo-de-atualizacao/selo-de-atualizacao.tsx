import type { ReactElement } from 'react';
import { Badge } from '../../content/badge/badge.tsx';

interface Props {
  /** `categoria_resumo.situacao_atualizacao`. */
  readonly situacao: string | null;
}

/** Shows whether a list was updated within the period of its category. */
export function SeloDeAtualizacao({ situacao }: Props): ReactElement {
  if (situacao === 'em_dia') {
    return (
      <Badge tone="success" icon="lucide:circle-check">
        Em dia
      </Badge>
    );
  }
  if (situacao === 'atrasada') {
    return (
      <Badge tone="warning" icon="lucide:triangle-alert">
        Atrasada
      </Badge>
    );
  }
  return <Badge>Sem prazo fixo</Badge>;
}
