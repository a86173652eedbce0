import type { ReactElement } from 'react';
import { ServicoDocument } from '../../../shared/graphql/generated/documents/Servico.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Steps } from '../../components/content/steps/steps.tsx';
import { Row, Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { LinkButton, PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { OndePedir } from './onde-pedir.tsx';
import { lerEtapas, prazoEmPalavras } from './textos-do-servico.ts';

type Servico = OperationResults['Servico']['servico'][number];

/** What the service is, what people ask first, and the one thing to press. */
export function PageOpening(): ReactElement | null {
  const [servico] = useOperation(ServicoDocument).servico;
  if (servico === undefined) return null;
  const { resumo, custo, prazo_maximo_dias: dias } = servico;
  return (
    <PageIntro lead={resumo} facts={{ tempo: dias === null ? null : prazoEmPalavras(dias), custo: temTexto(custo) ? custo : null }}>
      <Comecar servico={servico} />
    </PageIntro>
  );
}

/** The route refuses a service that does not exist, so there is always one here. */
export function PageComponent(): ReactElement | null {
  const [servico] = useOperation(ServicoDocument).servico;
  if (servico === undefined) return null;
  return (
    <WithSidebar sidebarLabel="Sobre este serviço" sidebar={<SobreOServico servico={servico} />}>
      <Stack gap="l">
        <QuemPode servico={servico} />
        <OQueLevar documentos={servico.documentos_exigidos} />
        <Etapas servico={servico} />
        <OndePedir servico={servico} />
        <Row>
          <ArrowLink href={routePath('servicos')}>Todos os serviços</ArrowLink>
          <ArrowLink href={routePath('ouvidoria')}>Reclamar deste serviço</ArrowLink>
          <PrintButton />
        </Row>
      </Stack>
    </WithSidebar>
  );
}

function temTexto(texto: string | null): texto is string {
  return texto !== null && texto !== '';
}

/** Without an address of its own the service begins where the institute is reached. */
function Comecar({ servico: { inicio_endereco: endereco, inicio_rotulo: rotulo } }: { readonly servico: Servico }): ReactElement {
  if (!temTexto(endereco)) {
    return <LinkButton href="#onde-pedir">Ver onde pedir</LinkButton>;
  }
  return (
    <LinkButton href={endereco} external={!endereco.startsWith('/')}>
      {temTexto(rotulo) ? rotulo : 'Começar'}
    </LinkButton>
  );
}

function QuemPode({ servico: { publico, requisitos, prioridade } }: { readonly servico: Servico }): ReactElement | null {
  if (![publico, requisitos, prioridade].some(temTexto)) return null;
  return (
    <Section title="Quem pode pedir" id="quem-pode">
      <DescriptionList
        items={[
          { label: 'Para quem é', value: publico },
          { label: 'O que é preciso', value: requisitos },
          { label: 'Quem é atendido antes', value: prioridade },
        ]}
      />
    </Section>
  );
}

function OQueLevar({ documentos }: { readonly documentos: readonly string[] }): ReactElement {
  return (
    <Section title="O que levar" id="o-que-levar">
      {documentos.length === 0 ? (
        <p>Você não precisa levar documentos.</p>
      ) : (
        <List>
          {documentos.map((documento) => (
            <li key={documento}>{documento}</li>
          ))}
        </List>
      )}
    </Section>
  );
}

function Etapas({ servico }: { readonly servico: Servico }): ReactElement | null {
  const etapas = lerEtapas(servico.etapas);
  if (etapas.length === 0) return null;
  return (
    <Section title="Passo a passo" id="etapas">
      <Steps
        steps={etapas.map(({ titulo, descricao }) => ({
          title: titulo,
          ...(descricao === null ? {} : { description: <p>{descricao}</p> }),
        }))}
      />
    </Section>
  );
}

function SobreOServico({ servico: { base_legal, atualizado_em } }: { readonly servico: Servico }): ReactElement {
  return (
    <Section title="Sobre este serviço" id="sobre">
      <DescriptionList
        items={[
          { label: 'Base legal', value: base_legal },
          { label: 'Atualizado em', value: <DateTime date={atualizado_em} /> },
        ]}
      />
    </Section>
  );
}
