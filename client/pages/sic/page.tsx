import type { ReactElement, ReactNode } from 'react';
import { PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { Steps } from '../../components/content/steps/steps.tsx';
import { Table } from '../../components/content/table/table.tsx';
import { Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { AberturaDoCanal } from '../atendimento/abertura-do-canal.tsx';
import { FormasDoCanal } from '../atendimento/formas-do-canal.tsx';
import { PaginasDoCanal } from '../atendimento/paginas-do-canal.tsx';
import { Registrar } from '../atendimento/registrar.tsx';
import { AntesDoFormulario, Triagem } from '../atendimento/triagem.tsx';
import { UnidadeDoCanal } from '../atendimento/unidade-do-canal.tsx';
import { LatePart } from '../late-part.tsx';
import { FormularioDoSic } from './formulario.tsx';
import { QuemDecide } from './quem-decide.tsx';

const { resposta, prorrogacao, recurso, decisaoDoRecurso, decisaoDaReclamacao } = PRAZOS_DO_SIC;

interface Prazo {
  readonly etapa: string;
  readonly prazo: string;
  readonly quem: ReactNode;
}

const PRAZOS: readonly Prazo[] = [
  { etapa: 'Resposta', prazo: 'Na hora, quando a informação já está disponível', quem: 'SIC' },
  { etapa: 'Resposta, quando é preciso procurar', prazo: `Até ${resposta} dias`, quem: 'SIC' },
  { etapa: 'Prorrogação', prazo: `Mais ${prorrogacao} dias, uma vez; o SIC envia a justificativa a você`, quem: 'SIC' },
  { etapa: 'Seu recurso', prazo: `Até ${recurso} dias depois de conhecer a resposta`, quem: 'Você' },
  { etapa: 'Decisão do recurso', prazo: `Até ${decisaoDoRecurso} dias`, quem: <QuemDecide /> },
];

export function PageOpening(): ReactElement {
  return (
    <AberturaDoCanal
      lead="Qualquer pessoa pode pedir uma informação pública ao instituto. Não é preciso dizer o motivo, e a busca é grátis."
      canal="SIC"
      rotulo="Fazer um pedido"
    />
  );
}

export function PageComponent(): ReactElement {
  return (
    <WithSidebar
      sidebarLabel="Contato do SIC"
      sidebar={
        <Section title="Onde pedir" id="canais">
          <LatePart of={CanalDoCidadaoDocument} shape="text">
            <UnidadeDoCanal funcao="Responsável pelo SIC" />
          </LatePart>
        </Section>
      }
    >
      <Stack gap="l">
        <AntesDoFormulario>
          <Triagem aqui="sic" />
          <p>
            Contas, contratos, investimentos, atas e leis já estão na <a href={routePath('lai')}>Transparência</a>. Procure lá antes de
            pedir.
          </p>
        </AntesDoFormulario>
        <Registrar
          titulo="Fazer um pedido"
          introducao={
            <p>
              A resposta vem em até {resposta} dias. Você recebe um protocolo e a data. Se precisar, peça o documento em formato acessível.
            </p>
          }
        >
          <FormularioDoSic />
        </Registrar>
        <LatePart of={CanalDoCidadaoDocument} shape="cards">
          <FormasDoCanal titulo="Todas as formas de pedir" />
        </LatePart>
        <Section title="Como funciona" id="como-funciona">
          <div>
            <ComoPedir />
            <Prazos />
            <Recurso />
          </div>
        </Section>
        <LatePart of={CanalDoCidadaoDocument} shape="cards">
          <PaginasDoCanal titulo="Norma local e outras informações" />
        </LatePart>
        <ArrowLink href={routePath('sicEstatistica')}>Relatórios do SIC</ArrowLink>
      </Stack>
    </WithSidebar>
  );
}

function ComoPedir(): ReactElement {
  const { contato } = useSiteState();
  return (
    <Accordion title="Como pedir, em quatro passos" id="como-pedir">
      <Steps
        level={4}
        steps={[
          {
            title: 'Escreva o que você quer saber',
            description: <p>Diga o assunto, o período e o tipo de documento. Quanto mais claro, mais rápida a resposta.</p>,
          },
          {
            title: 'Diga como quer receber',
            description: (
              <p>
                Informe seu nome e um e-mail ou endereço. Nada além disso é necessário: nem assinatura, nem cópia de documento, nem o
                motivo.
              </p>
            ),
          },
          {
            title: 'Envie pelo formulário, por carta ou vá ao balcão',
            description: (
              <p>
                {contato.length === 0 ? null : 'Os contatos e o horário estão nesta página. '}
                No balcão, a equipe escreve o pedido com você, se precisar.
              </p>
            ),
          },
          { title: 'Guarde o protocolo', description: <p>Ele prova o dia do pedido. É desse dia que se conta o prazo da resposta.</p> },
        ]}
      />
    </Accordion>
  );
}

function Recurso(): ReactElement {
  return (
    <Accordion title="Se a resposta não vier ou não atender" id="recurso">
      <Stack gap="s">
        <p>
          Toda negativa tem de vir com a razão legal e com o caminho do recurso. Você tem {recurso} dias, contados de quando soube da
          resposta, para recorrer à autoridade superior à que respondeu. Ela decide em até {decisaoDoRecurso} dias.
        </p>
        <p>
          Quem decide: <QuemDecide />.
        </p>
        <p>Também cabe recurso quando a resposta veio incompleta.</p>
        <p>
          <strong>A resposta não veio no prazo?</strong> O instituto continua obrigado a responder. Pediu por este site?{' '}
          <a href={TRACKING_PATH}>Abra o pedido com o protocolo e o código de acesso</a> e reclame lá: a decisão vem em até{' '}
          {decisaoDaReclamacao} dias. Você também pode <a href={routePath('ouvidoria')}>reclamar na Ouvidoria</a>, com o protocolo do
          pedido.
        </p>
        <p>Base legal: Lei nº 12.527/2011, arts. 10 a 16 e 40.</p>
      </Stack>
    </Accordion>
  );
}

function Prazos(): ReactElement {
  return (
    <Accordion title="Prazos" id="prazos">
      <Table
        caption="Prazos do pedido de informação, em dias corridos"
        rows={PRAZOS}
        rowKey={({ etapa }) => etapa}
        columns={[
          { key: 'etapa', label: 'Etapa', rowHeader: true, cell: ({ etapa }) => etapa },
          { key: 'prazo', label: 'Prazo', cell: ({ prazo }) => prazo },
          { key: 'quem', label: 'De quem depende', cell: ({ quem }) => quem },
        ]}
      />
    </Accordion>
  );
}
