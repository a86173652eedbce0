import type { ReactElement } from 'react';
import { RelatoriosDoCanalDocument } from '../../../shared/graphql/generated/documents/RelatoriosDoCanal.ts';
import { Definicoes } from '../../components/content/description-list/description-list.tsx';
import { Lista } from '../../components/content/list/list.tsx';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkSeta } from '../../components/navigation/button/button.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import type { Detalhe } from '../../components/types.ts';
import { ParteTardia } from '../parte-tardia.tsx';
import { RelatoriosPublicados } from './relatorios-publicados.tsx';

interface Props {
  readonly lide: string;
  readonly norma: string;
  /** What each number of the reports means and how it is counted. */
  readonly definicoes: readonly Detalhe[];
  readonly voltar: { readonly href: string; readonly rotulo: string };
}

/** The statistics of a channel: the published reports and what their numbers mean. */
export function EstatisticaDoCanal({ lide, norma, definicoes, voltar }: Props): ReactElement {
  return (
    <Pilha espaco="g">
      <Lide>{lide}</Lide>
      <Secao titulo="Relatórios anuais" id="relatorios">
        <ParteTardia de={RelatoriosDoCanalDocument}>
          <RelatoriosPublicados />
        </ParteTardia>
      </Secao>
      <Secao titulo="O que cada número quer dizer" id="definicoes">
        <Definicoes colunas itens={definicoes} />
      </Secao>
      <Secao titulo="Como os números são contados" id="metodo">
        <Lista>
          <li>Os dias são corridos: contam do registro até a resposta.</li>
          <li>O dia do registro não conta. Se o prazo termina em dia sem expediente, ele passa para o próximo dia útil.</li>
          <li>Quantidades de 1 a 4 pessoas aparecem como “menos de 5”, para que ninguém seja identificado.</li>
          <li>Base legal: {norma}.</li>
        </Lista>
      </Secao>
      <Linha>
        <LinkSeta href={voltar.href}>{voltar.rotulo}</LinkSeta>
        <BotaoImprimir />
      </Linha>
    </Pilha>
  );
}
