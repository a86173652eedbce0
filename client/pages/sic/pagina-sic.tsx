import type { ReactElement } from 'react';
import { PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { Passos } from '../../components/content/steps/steps.tsx';
import { Tabela } from '../../components/content/table/table.tsx';
import { ComLateral, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkSeta } from '../../components/navigation/button/button.tsx';
import { PaginasDoCanal } from '../atendimento/paginas-do-canal.tsx';
import { UnidadeDoCanal } from '../atendimento/unidade-do-canal.tsx';
import { ParteTardia } from '../parte-tardia.tsx';

const { resposta, prorrogacao, recurso, decisaoDoRecurso } = PRAZOS_DO_SIC;

const PRAZOS = [
  { etapa: 'Resposta', prazo: 'Na hora, quando a informação já está disponível', quem: 'SIC' },
  { etapa: 'Resposta, quando é preciso procurar', prazo: `Até ${resposta} dias`, quem: 'SIC' },
  { etapa: 'Prorrogação', prazo: `Mais ${prorrogacao} dias, uma vez, com a justificativa enviada a você`, quem: 'SIC' },
  { etapa: 'Seu recurso', prazo: `Até ${recurso} dias depois de conhecer a resposta`, quem: 'Você' },
  { etapa: 'Decisão do recurso', prazo: `Até ${decisaoDoRecurso} dias`, quem: 'Autoridade superior à que respondeu' },
] as const;

export function PaginaSic(): ReactElement {
  return (
    <ComLateral
      rotuloDaLateral="Contato do SIC"
      lateral={
        <Secao titulo="Onde pedir" id="canais">
          <ParteTardia de={CanalDoCidadaoDocument} forma="texto">
            <UnidadeDoCanal funcao="Responsável pelo SIC" />
          </ParteTardia>
        </Secao>
      }
    >
      <Pilha espaco="g">
        <Lide>
          Qualquer pessoa pode pedir uma informação pública ao instituto. Não é preciso dizer o motivo e não se paga nada pela busca.
        </Lide>
        <Secao titulo="Antes de pedir, procure aqui" id="procure">
          <p>
            Muita coisa já está publicada na <a href={routePath('lai')}>seção de transparência</a>: contas, contratos, investimentos, atas e
            leis. As dúvidas mais comuns estão nas <a href={routePath('faq')}>perguntas frequentes</a>.
          </p>
        </Secao>
        <ComoPedir />
        <Prazos />
        <Recurso />
        <ParteTardia de={CanalDoCidadaoDocument} forma="cartoes">
          <PaginasDoCanal titulo="Norma local e outras informações" />
        </ParteTardia>
        <LinkSeta href={routePath('sicEstatistica')}>Relatórios do SIC</LinkSeta>
      </Pilha>
    </ComLateral>
  );
}

function ComoPedir(): ReactElement {
  return (
    <Secao titulo="Como pedir" id="como-pedir">
      <Passos
        passos={[
          {
            titulo: 'Escreva o que você quer saber',
            descricao: <p>Diga o assunto, o período e o tipo de documento. Quanto mais claro, mais rápida a resposta.</p>,
          },
          {
            titulo: 'Diga como quer receber',
            descricao: (
              <p>
                Informe seu nome e um e-mail ou endereço. Nada além disso é necessário: nem assinatura, nem cópia de documento, nem o
                motivo.
              </p>
            ),
          },
          {
            titulo: 'Envie por e-mail, por carta ou vá ao balcão',
            descricao: <p>Os contatos e o horário estão nesta página. No balcão, a equipe escreve o pedido com você, se precisar.</p>,
          },
          { titulo: 'Guarde o protocolo', descricao: <p>Ele prova o dia do pedido. É desse dia que se conta o prazo da resposta.</p> },
        ]}
      />
    </Secao>
  );
}

function Recurso(): ReactElement {
  return (
    <Secao titulo="Se a resposta não atender" id="recurso">
      <Pilha espaco="p">
        <p>
          Toda negativa tem de vir com a razão legal e com o caminho do recurso. Você tem {recurso} dias, contados de quando soube da
          resposta, para recorrer à autoridade superior à que respondeu. Ela decide em até {decisaoDoRecurso} dias.
        </p>
        <p>Também cabe recurso quando a resposta não veio no prazo ou veio incompleta.</p>
        <p>Base legal: Lei nº 12.527/2011, arts. 10 a 16.</p>
      </Pilha>
    </Secao>
  );
}

function Prazos(): ReactElement {
  return (
    <Secao titulo="Prazos" id="prazos">
      <Tabela
        legenda="Prazos do pedido de informação, em dias corridos"
        linhas={PRAZOS}
        chaveDaLinha={({ etapa }) => etapa}
        colunas={[
          { chave: 'etapa', rotulo: 'Etapa', cabecalhoDeLinha: true, celula: ({ etapa }) => etapa },
          { chave: 'prazo', rotulo: 'Prazo', celula: ({ prazo }) => prazo },
          { chave: 'quem', rotulo: 'De quem depende', celula: ({ quem }) => quem },
        ]}
      />
    </Secao>
  );
}
