import type { ReactElement, ReactNode } from 'react';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import { parseUrl } from '../../../shared/platform/substitutes.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Skeleton } from '../../components/feedback/skeleton/skeleton.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { useSession } from '../../site-state/contexts.ts';
import { type CanalExterno, ConformeOCanal } from './conforme-o-canal.tsx';

interface Props {
  readonly titulo: string;
  /** What is said before the form: what it is for, and that other ways are as good. */
  readonly introducao: ReactNode;
  /** The form. */
  readonly children: ReactNode;
}

/** The form of a channel, or the hand-over to the system that the institution uses in its place. */
export function Registrar({ titulo, introducao, children }: Props): ReactElement {
  const isReturned = useSession()?.kind === 'case';
  const formulario = (
    <Stack>
      {introducao}
      {children}
      <p>
        Já registrou?{' '}
        <a href={TRACKING_PATH} data-recarregar="">
          Acompanhe pelo protocolo
        </a>
        .
      </p>
    </Stack>
  );
  return (
    <Section title={titulo} id="registrar">
      {isReturned ? (
        <Stack>
          {/* Where to take the text to, when another system takes the channel now. */}
          <ConformeOCanal espera={null}>{(externo) => (externo === null ? <></> : <Encaminhamento {...externo} />)}</ConformeOCanal>
          {formulario}
        </Stack>
      ) : (
        <ConformeOCanal
          espera={
            <div data-espera="">
              <Skeleton shape="text" />
            </div>
          }
        >
          {(externo) => (externo === null ? formulario : <Encaminhamento {...externo} />)}
        </ConformeOCanal>
      )}
    </Section>
  );
}

function Encaminhamento({ nome, endereco }: CanalExterno): ReactElement {
  return (
    <Alert tone="info" title={`Os registros são feitos em ${nome}`} level={3}>
      <p>O instituto usa outro sistema para este canal. O protocolo e o acompanhamento ficam lá.</p>
      <p>
        <LinkButton href={endereco} external>
          Ir para {nome}
        </LinkButton>
      </p>
      <p>O endereço é de {hostOf(endereco)}.</p>
      <p>
        O que você já registrou neste site continua nele:{' '}
        <a href={TRACKING_PATH} data-recarregar="">
          acompanhe pelo protocolo
        </a>
        .
      </p>
    </Alert>
  );
}

/** Returns the host of an address, so that people see where a link leads. */
function hostOf(address: string): string {
  return parseUrl(address)?.host ?? address;
}
