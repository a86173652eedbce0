import type { ReactElement } from 'react';
import { contar } from '../../../shared/locale/numbers.ts';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { CategoriasDaSecao, idDaSecao } from '../../components/documents/cartao-de-secao/cartao-de-secao.tsx';
import { Vazio } from '../../components/feedback/empty-state/empty-state.tsx';
import { Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import { Indice } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { useSiteState } from '../../site-state/site-state-context.ts';

/** The whole transparency area on one page: every section, every list, how many documents each holds and the date of the newest. */
export function PaginaMenuCompleto(): ReactElement {
  const { dataLai } = useSiteState();
  if (dataLai.length === 0) return <Vazio titulo="As listas da transparência ainda não foram publicadas" />;
  const categorias = dataLai.flatMap((secao) => secao.categorias);
  const documentos = categorias.reduce((soma, { total }) => soma + total, 0);
  return (
    <Pilha espaco="g">
      <Pilha>
        <Lide>
          {contar(categorias.length, 'lista', 'listas')} com {contar(documentos, 'documento', 'documentos')}, em{' '}
          {contar(dataLai.length, 'assunto', 'assuntos')}.
        </Lide>
        <Indice titulo="Assuntos" itens={dataLai.map((secao) => ({ id: idDaSecao(secao), texto: secao.nome, nivel: 2 }))} />
        <BotaoImprimir rotulo="Imprimir esta página" />
      </Pilha>
      {dataLai.map((secao) => (
        <Secao key={secao.chave} titulo={secao.nome} id={idDaSecao(secao)}>
          <p>{secao.descricao}</p>
          <CategoriasDaSecao secao={secao} />
        </Secao>
      ))}
    </Pilha>
  );
}
