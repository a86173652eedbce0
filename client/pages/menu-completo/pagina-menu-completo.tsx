import type { ReactElement } from 'react';
import { contar } from '../../../shared/locale/numeros.ts';
import { BotaoImprimir } from '../../components/botao-imprimir.tsx';
import { CategoriasDaSecao, idDaSecao } from '../../components/cartao-de-secao.tsx';
import { Pilha } from '../../components/conteudo.tsx';
import { Indice } from '../../components/indice.tsx';
import { Secao } from '../../components/secao.tsx';
import { Lide } from '../../components/texto-rico.tsx';
import { Vazio } from '../../components/vazio.tsx';
import { useEstado } from '../../estado/estado-context.ts';

/** The whole transparency area on one page: every section, every list, how many documents each holds and the date of the newest. */
export function PaginaMenuCompleto(): ReactElement {
  const { dataLai } = useEstado();
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
