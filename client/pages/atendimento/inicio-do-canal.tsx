import type { ReactElement, ReactNode } from 'react';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { ConformeOCanal } from './conforme-o-canal.tsx';

/** The two things that most visitors of a channel come for, before anything is explained. */
export function InicioDoCanal({ rotulo }: { readonly rotulo: string }): ReactElement {
  const proprio = (
    <>
      <LinkButton href="#registrar">{rotulo}</LinkButton>
      <Acompanhar>
        Acompanhar<span className="somente-leitor"> pelo protocolo</span>
      </Acompanhar>
    </>
  );
  return (
    <ConformeOCanal espera={proprio}>
      {(externo) =>
        externo === null ? (
          proprio
        ) : (
          <>
            <LinkButton href={externo.endereco} external>
              Ir para {externo.nome}
            </LinkButton>
            <Acompanhar>Acompanhar o que foi registrado neste site</Acompanhar>
          </>
        )
      }
    </ConformeOCanal>
  );
}

/** Cases that were registered here before another system took the channel are followed here to their end. */
function Acompanhar({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <LinkButton href={TRACKING_PATH} variant="secondary" reload>
      {children}
    </LinkButton>
  );
}
