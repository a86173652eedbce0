import type { ReactElement } from 'react';
import { ProgestaoDocument } from '../../../shared/graphql/generated/documents/Progestao.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatarPeriodo } from '../../../shared/locale/dates.ts';
import { contar } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { LinhaDoTempo } from '../../components/content/timeline/timeline.tsx';
import { Cartao } from '../../components/layout/card/card.tsx';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkBotao } from '../../components/navigation/button/button.tsx';
import { CertificacaoAtual } from './certificacao-atual.tsx';
import { NiveisDoPrograma } from './niveis-do-programa.tsx';
import estilos from './progestao.module.css';

type Dados = OperationResults['Progestao'];

export function PaginaProgestao(): ReactElement {
  const { progestao_certificacao: certificacoes, progestao_dimensao: dimensoes, nivel_progestao: niveis } = useOperation(ProgestaoDocument);
  const atual = certificacoes.find(({ vigente }) => vigente !== null);
  return (
    <Pilha espaco="g">
      <Lide>
        O Pró-Gestão é um programa do Ministério da Previdência Social que certifica institutos com boa gestão. A participação é voluntária.
        Quem avalia é uma entidade de fora, a certificadora.
      </Lide>
      <Secao titulo="O nosso nível" id="nivel">
        <CertificacaoAtual certificacao={atual} niveis={niveis} />
      </Secao>
      <Secao titulo="O que o programa avalia" id="dimensoes">
        <Pilha>
          <Dimensoes dimensoes={dimensoes} />
          <p>
            <LinkBotao href={routePath('progestaoPainel')} icone="lucide:check">
              Ver ação por ação no painel
            </LinkBotao>
          </p>
        </Pilha>
      </Secao>
      <NiveisDoPrograma />
      <Secao titulo="Por que isso importa" id="importancia">
        <p className={estilos.texto}>
          Um instituto bem gerido cuida melhor do dinheiro das aposentadorias. O nível também muda o que o instituto pode fazer: pela
          Resolução CMN nº 5.272/2025, quem não tem ao menos o nível II só pode aplicar em títulos públicos federais.
        </p>
      </Secao>
      <Historico certificacoes={certificacoes} />
    </Pilha>
  );
}

function Dimensoes({ dimensoes }: { readonly dimensoes: Dados['progestao_dimensao'] }): ReactElement {
  const total = dimensoes.reduce((soma, { acoes_aggregate }) => soma + (acoes_aggregate.aggregate?.count ?? 0), 0);
  return (
    <>
      <p>
        São {contar(total, 'ação', 'ações')}, em {contar(dimensoes.length, 'dimensão', 'dimensões')}:
      </p>
      <Grade como="ul">
        {dimensoes.map(({ id, nome, descricao, acoes_aggregate }) => (
          <li key={id}>
            <Cartao
              titulo={nome}
              href={`${routePath('progestaoPainel')}#dimensao-${id}`}
              sobretitulo={contar(acoes_aggregate.aggregate?.count ?? 0, 'ação', 'ações')}
              resumo={descricao}
            />
          </li>
        ))}
      </Grade>
    </>
  );
}

function Historico({ certificacoes }: { readonly certificacoes: Dados['progestao_certificacao'] }): ReactElement | null {
  if (certificacoes.length === 0) return null;
  return (
    <Secao titulo="Histórico" id="historico">
      <LinhaDoTempo
        itens={certificacoes.map(({ id, nivel_progestao, certificadora, certificado_em, valido_ate, versao_manual, vigente }) => ({
          chave: id,
          data: certificado_em,
          titulo: nivel_progestao.rotulo,
          selo: vigente === null ? { rotulo: 'Encerrada', tom: 'neutro' as const } : { rotulo: 'Em vigor', tom: 'sucesso' as const },
          descricao: (
            <p>
              {certificadora}, manual {versao_manual}, validade {formatarPeriodo(certificado_em, valido_ate)}
            </p>
          ),
        }))}
      />
    </Secao>
  );
}
