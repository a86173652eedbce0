import { type ReactElement, type ReactNode, Suspense } from 'react';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import { FormularioDoCanalDocument } from '../../../shared/graphql/generated/documents/FormularioDoCanal.ts';
import { useFailedOnServer, useOperation } from '../../apollo/use-operation.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Skeleton } from '../../components/feedback/skeleton/skeleton.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { useSession } from '../../site-state/contexts.ts';

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
  const form = <Formulario>{children}</Formulario>;
  return (
    <Section title={titulo} id="registrar">
      <Stack>
        {introducao}
        {isReturned ? (
          <>
            <ExternoDoDevolvido />
            {form}
          </>
        ) : (
          <FormularioOuExterno>{form}</FormularioOuExterno>
        )}
      </Stack>
    </Section>
  );
}

function Formulario({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <>
      {children}
      <p>
        Já registrou?{' '}
        <a href={TRACKING_PATH} data-recarregar="">
          Acompanhe pelo protocolo
        </a>
        .
      </p>
    </>
  );
}

function FormularioOuExterno({ children }: { readonly children: ReactElement }): ReactElement {
  return (
    <Suspense
      fallback={
        <div data-espera="">
          <Skeleton shape="text" />
        </div>
      }
    >
      <Escolha>{children}</Escolha>
    </Suspense>
  );
}

/** Above a form that came back because another system takes the channel now: where to take the text to. */
function ExternoDoDevolvido(): ReactElement | null {
  return useFailedOnServer(FormularioDoCanalDocument) ? null : (
    <Suspense fallback={null}>
      <ExternoOu>
        <></>
      </ExternoOu>
    </Suspense>
  );
}

function Escolha({ children }: { readonly children: ReactElement }): ReactElement {
  return useFailedOnServer(FormularioDoCanalDocument) ? children : <ExternoOu>{children}</ExternoOu>;
}

function ExternoOu({ children }: { readonly children: ReactElement }): ReactElement {
  const [canal] = useOperation(FormularioDoCanalDocument).canal_atendimento;
  const { nome_externo = null, endereco_externo = null } = canal ?? {};
  return nome_externo === null || endereco_externo === null ? children : <CanalExterno nome={nome_externo} endereco={endereco_externo} />;
}

function CanalExterno({ nome, endereco }: { readonly nome: string; readonly endereco: string }): ReactElement {
  return (
    <Alert tone="info" title={`Os registros são feitos em ${nome}`} level={3}>
      <p>O instituto usa outro sistema para este canal. O protocolo e o acompanhamento ficam lá.</p>
      <p>
        <LinkButton href={endereco} external>
          Ir para {nome}
        </LinkButton>
      </p>
      <p>O endereço é de {hostOf(endereco)}.</p>
    </Alert>
  );
}

/** Returns the host of an address, so that people see where a link leads. */
function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
