import type { ReactElement } from 'react';
import { PRAZOS_DA_OUVIDORIA } from '../../../shared/atendimento/prazos.ts';
import { CanalDoCidadaoDocument } from '../../../shared/graphql/generated/documents/CanalDoCidadao.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Lista } from '../../components/content/list/list.tsx';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { Passos } from '../../components/content/steps/steps.tsx';
import { Aviso } from '../../components/feedback/alert/alert.tsx';
import { Cartao } from '../../components/layout/card/card.tsx';
import { ComLateral, Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkSeta } from '../../components/navigation/button/button.tsx';
import { PaginasDoCanal } from '../atendimento/paginas-do-canal.tsx';
import { UnidadeDoCanal } from '../atendimento/unidade-do-canal.tsx';
import { ParteTardia } from '../parte-tardia.tsx';

const { resposta, prorrogacao } = PRAZOS_DA_OUVIDORIA;

const TIPOS = [
  {
    nome: 'Reclamação',
    icone: 'lucide:message-circle',
    quando: 'Um serviço demorou, foi mal prestado ou deixou de ser prestado.',
    exemplo: 'Meu processo está parado há três meses e ninguém explica por quê.',
  },
  {
    nome: 'Denúncia',
    icone: 'lucide:shield-check',
    quando: 'Você viu algo que pode ser ilegal. Sua identidade é protegida, e você pode não se identificar.',
    exemplo: 'Um servidor cobrou para adiantar um pedido de aposentadoria.',
  },
  {
    nome: 'Solicitação',
    icone: 'lucide:inbox',
    quando: 'Você precisa que o instituto tome uma providência.',
    exemplo: 'A rampa da entrada do posto está quebrada e precisa de conserto.',
  },
  {
    nome: 'Sugestão',
    icone: 'lucide:file-text',
    quando: 'Você tem uma ideia para melhorar o serviço.',
    exemplo: 'O posto poderia abrir no horário do almoço.',
  },
  {
    nome: 'Elogio',
    icone: 'lucide:badge-check',
    quando: 'Você foi bem atendido e quer que o instituto saiba.',
    exemplo: 'A servidora do balcão explicou tudo com paciência.',
  },
] as const;

export function PaginaOuvidoria(): ReactElement {
  return (
    <ComLateral
      rotuloDaLateral="Contato da Ouvidoria"
      lateral={
        <Secao titulo="Como falar com a Ouvidoria" id="canais">
          <ParteTardia de={CanalDoCidadaoDocument} forma="texto">
            <UnidadeDoCanal funcao="Ouvidor ou ouvidora" />
          </ParteTardia>
        </Secao>
      }
    >
      <Pilha espaco="g">
        <Lide>
          A Ouvidoria recebe o que você tem a dizer sobre o instituto, cobra a resposta da área certa e responde a você. Nenhuma
          manifestação é recusada.
        </Lide>
        <Aviso tom="alerta" titulo="A Ouvidoria não suspende prazo de recurso">
          <p>
            Se você recebeu uma decisão do instituto e quer contestá-la, o prazo do recurso continua correndo enquanto a Ouvidoria analisa.
            Entre com o recurso no prazo que está na decisão e, se quiser, escreva também à Ouvidoria.
          </p>
        </Aviso>
        <TiposDeManifestacao />
        <Andamento />
        <OutrosCanais />
        <ParteTardia de={CanalDoCidadaoDocument} forma="cartoes">
          <PaginasDoCanal titulo="Leia também" />
        </ParteTardia>
        <LinkSeta href={routePath('ouvidoriaEstatistica')}>Relatórios da Ouvidoria</LinkSeta>
      </Pilha>
    </ComLateral>
  );
}

function Andamento(): ReactElement {
  return (
    <Secao titulo="O que acontece depois, e em quanto tempo" id="prazos">
      <Pilha>
        <Passos
          passos={[
            {
              titulo: 'Registro',
              descricao: <p>Você recebe um número de protocolo. Não é preciso dizer o motivo de ter procurado a Ouvidoria.</p>,
            },
            { titulo: 'Análise', descricao: <p>A Ouvidoria lê, pede o que faltar e encaminha à área que pode resolver.</p> },
            {
              titulo: `Resposta em até ${resposta} dias`,
              descricao: (
                <p>
                  O prazo conta do recebimento. Pode ser prorrogado uma vez, por mais {prorrogacao} dias, com a justificativa enviada a
                  você.
                </p>
              ),
            },
            { titulo: 'Avaliação', descricao: <p>Você diz se o problema foi resolvido. As respostas entram no relatório anual.</p> },
          ]}
        />
        <p>Base legal: Lei nº 13.460/2017, arts. 9º a 16. Seus dados pessoais são protegidos: só quem cuida do caso tem acesso a eles.</p>
      </Pilha>
    </Secao>
  );
}

function TiposDeManifestacao(): ReactElement {
  return (
    <Secao titulo="O que você pode registrar" id="tipos">
      <Grade como="ul" colunas={2}>
        {TIPOS.map(({ nome, icone, quando, exemplo }) => (
          <li key={nome}>
            <Cartao titulo={nome} icone={icone} resumo={quando}>
              <p>
                <em>Exemplo: “{exemplo}”</em>
              </p>
            </Cartao>
          </li>
        ))}
      </Grade>
    </Secao>
  );
}

function OutrosCanais(): ReactElement {
  return (
    <Secao titulo="Não é com a Ouvidoria?" id="outros-canais">
      <Lista>
        <li>
          Quer um documento ou um dado público? <a href={routePath('sic')}>Peça ao SIC</a>.
        </li>
        <li>
          Quer tirar uma dúvida? Veja as <a href={routePath('faq')}>perguntas frequentes</a> ou use o{' '}
          <a href={routePath('faleConosco')}>Fale conosco</a>.
        </li>
      </Lista>
    </Secao>
  );
}
