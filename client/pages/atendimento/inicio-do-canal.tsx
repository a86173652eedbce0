import type { ReactElement } from 'react';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import { Row } from '../../components/layout/column/column.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { ConformeOCanal } from './conforme-o-canal.tsx';

/** The two things that most visitors of a channel come for, before anything is explained. */
export function InicioDoCanal({ rotulo }: { readonly rotulo: string }): ReactElement {
  const proprio = (
    <Row>
      <LinkButton href="#registrar">{rotulo}</LinkButton>
      <Acompanhar>Acompanhar pelo protocolo</Acompanhar>
    </Row>
  );
  return (
    <ConformeOCanal espera={<div data-espera="">{proprio}</div>}>
      {(externo) =>
        externo === null ? (
          proprio
        ) : (
          <Row>
            <LinkButton href={externo.endereco} external>
              Ir para {externo.nome}
            </LinkButton>
            <Acompanhar>Acompanhar o que foi registrado neste site</Acompanhar>
          </Row>
        )
      }
    </ConformeOCanal>
  );
}

/** Cases that were registered here before another system took the channel are followed here to their end. */
function Acompanhar({ children }: { readonly children: string }): ReactElement {
  return (
    <LinkButton href={TRACKING_PATH} variant="secondary" icon="lucide:search" reload>
      {children}
    </LinkButton>
  );
}
