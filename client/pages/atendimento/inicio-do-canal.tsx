import type { ReactElement } from 'react';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import { Row } from '../../components/layout/column/column.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';

/** The two things that most visitors of a channel come for, before anything is explained. */
export function InicioDoCanal({ rotulo }: { readonly rotulo: string }): ReactElement {
  return (
    <Row>
      <LinkButton href="#registrar">{rotulo}</LinkButton>
      <LinkButton href={TRACKING_PATH} variant="secondary" icon="lucide:search" reload>
        Acompanhar pelo protocolo
      </LinkButton>
    </Row>
  );
}
