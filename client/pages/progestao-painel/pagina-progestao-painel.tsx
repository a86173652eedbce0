import type { ReactElement } from 'react';
import { ProgestaoPainelDocument } from '../../../shared/graphql/generated/documents/ProgestaoPainel.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatarData } from '../../../shared/locale/dates.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Numeros } from '../../components/content/number-figure/number-figure.tsx';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkSeta } from '../../components/navigation/button/button.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import { Indice } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { AcaoDoPainel } from './acao-do-painel.tsx';
import { avaliacaoDaAcao, type Certificacao } from './acoes-do-painel.ts';
import { contarItens } from './itens-do-site.ts';
import { ListaDeVerificacao } from './lista-de-verificacao.tsx';
import estilos from './progestao-painel.module.css';

export function PaginaProgestaoPainel(): ReactElement {
  const { progestao_certificacao, progestao_dimensao: dimensoes, progestao_item: itens } = useOperation(ProgestaoPainelDocument);
  const [certificacao] = progestao_certificacao;
  const nivel = certificacao?.nivel_progestao ?? null;
  const acoes = dimensoes.flatMap((dimensao) => dimensao.acoes);
  const atendidas = acoes.filter(({ codigo }) => avaliacaoDaAcao(certificacao, codigo)?.situacao_progestao.valor === 'atendida');
  const contas = contarItens(itens, nivel?.ordem ?? null);
  return (
    <Pilha espaco="g">
      <Pilha>
        <Lide>{fraseDaCertificacao(certificacao)}</Lide>
        <Numeros
          itens={[
            { valor: `${atendidas.length} de ${acoes.length}`, rotulo: 'ações atendidas' },
            {
              valor: `${contas.publicados} de ${itens.length}`,
              rotulo: 'documentos do item 3.2.8 publicados',
              nota: 'Contados agora, no que está no site.',
            },
          ]}
        />
        <Indice
          itens={[
            ...dimensoes.map(({ id, nome }) => ({ id: `dimensao-${id}`, texto: nome, nivel: 2 as const })),
            { id: 'documentos-no-site', texto: 'Documentos que devem estar no site', nivel: 2 },
          ]}
        />
      </Pilha>
      {dimensoes.map((dimensao) => (
        <Dimensao key={dimensao.id} dimensao={dimensao} certificacao={certificacao} />
      ))}
      <ListaDeVerificacao itens={itens} nivel={nivel} contas={contas} />
      <Linha>
        <LinkSeta href={routePath('progestao')}>O que é o Pró-Gestão</LinkSeta>
        <BotaoImprimir />
      </Linha>
    </Pilha>
  );
}

function fraseDaCertificacao(certificacao: Certificacao | undefined): string {
  if (certificacao === undefined) return 'O instituto não tem certificação em vigor. As ações abaixo mostram o que o programa pede.';
  const { nivel_progestao, certificado_em, valido_ate } = certificacao;
  return `O instituto tem o ${nivel_progestao.rotulo}, certificado em ${formatarData(certificado_em)} e válido até ${formatarData(valido_ate)}. Veja, ação por ação, o que foi avaliado e os documentos que comprovam.`;
}

interface PropsDaDimensao {
  readonly dimensao: OperationResults['ProgestaoPainel']['progestao_dimensao'][number];
  readonly certificacao: Certificacao | undefined;
}

function Dimensao({ dimensao, certificacao }: PropsDaDimensao): ReactElement {
  return (
    <Secao titulo={`${dimensao.id}. ${dimensao.nome}`} id={`dimensao-${dimensao.id}`}>
      <p className={estilos.descricao}>{dimensao.descricao}</p>
      <ul className={estilos.acoes}>
        {dimensao.acoes.map((acao) => (
          <li key={acao.codigo}>
            <AcaoDoPainel
              acao={acao}
              avaliacao={avaliacaoDaAcao(certificacao, acao.codigo)}
              nivel={certificacao?.nivel_progestao ?? null}
            />
          </li>
        ))}
      </ul>
    </Secao>
  );
}
