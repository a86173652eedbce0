import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { Selo } from '../../components/content/badge/badge.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Lista } from '../../components/content/list/list.tsx';
import { Progresso } from '../../components/content/number-figure/number-figure.tsx';
import { type Coluna, Tabela } from '../../components/content/table/table.tsx';
import { Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { contarItens, type Item, itemExigido, type SituacaoDoItem, situacaoDoItem } from './itens-do-site.ts';
import estilos from './progestao-painel.module.css';

interface Props {
  readonly itens: readonly Item[];
  readonly nivel: { readonly rotulo: string; readonly ordem: number } | null;
  readonly contas: ReturnType<typeof contarItens>;
}

/** The checklist of item 3.2.8: each document with the lists that serve it, as full or as empty as they are. */
export function ListaDeVerificacao({ itens, nivel, contas }: Props): ReactElement {
  return (
    <Secao titulo="Documentos que devem estar no site" id="documentos-no-site">
      <Pilha>
        <p className={estilos.descricao}>
          O manual do programa, no item 3.2.8, diz quais documentos o instituto deve publicar. A situação abaixo não é declarada por
          ninguém: o site a calcula a partir do que está publicado.
        </p>
        <Progresso valor={contas.publicados} maximo={itens.length} rotulo="Documentos publicados" />
        {nivel === null ? null : (
          <p>
            Dos {contas.exigidos} que o {nivel.rotulo} exige, {contas.exigidosPublicados} estão publicados.
          </p>
        )}
        <Tabela
          legenda="Documentos do item 3.2.8 e onde estão"
          linhas={itens}
          chaveDaLinha={({ item }) => item}
          colunas={colunasDaLista(nivel)}
        />
      </Pilha>
    </Secao>
  );
}

/** Cells are elements of components of this module; only the last column depends on the level in force. */
function colunasDaLista(nivel: Props['nivel']): readonly Coluna<Item>[] {
  return [...COLUNAS, { chave: 'nivel', rotulo: 'Exigido', celula: (item) => exigencia(item, nivel) }];
}

const COLUNAS: readonly Coluna<Item>[] = [
  { chave: 'item', rotulo: 'Item', celula: ({ item }) => item },
  { chave: 'descricao', rotulo: 'Documento', cabecalhoDeLinha: true, celula: ({ descricao }) => descricao },
  { chave: 'situacao', rotulo: 'Situação', celula: (item) => <Situacao situacao={situacaoDoItem(item)} /> },
  { chave: 'listas', rotulo: 'Onde está', celula: listasDoItem },
];

function Situacao({ situacao }: { readonly situacao: SituacaoDoItem }): ReactElement {
  switch (situacao.kind) {
    case 'publicado':
      return (
        <Selo tom="sucesso" icone="lucide:circle-check">
          Publicado
        </Selo>
      );
    case 'parcial':
      return (
        <>
          <Selo tom="alerta">Publicado em parte</Selo>
          <p className={estilos.nota}>Falta: {situacao.vazias.map(({ rotulo }) => rotulo).join('; ')}</p>
        </>
      );
    case 'vazio':
      return <Selo tom="erro">Lista vazia</Selo>;
    case 'semLista':
      return <Selo tom="erro">Não publicado</Selo>;
  }
}

function listasDoItem({ categorias }: Item): ReactNode {
  if (categorias.length === 0) return <span className={estilos.nota}>O site ainda não tem uma lista para este documento.</span>;
  return (
    <Lista lisa>
      {categorias.map(({ slug, rotulo, resumo }) => (
        <li key={slug}>
          <a href={routePath('documentos', { category: slug })}>{rotulo}</a>
          {resumo?.ultimo_publicado_em ? (
            <span className={estilos.nota}>
              {' '}
              <DataHora data={resumo.ultimo_publicado_em} formato="curta" prefixo="último em" />
            </span>
          ) : null}
        </li>
      ))}
    </Lista>
  );
}

function exigencia(item: Item, nivel: Props['nivel']): string {
  const desde = `${item.nivel_progestao.rotulo} em diante`;
  return nivel === null || itemExigido(item, nivel.ordem) ? desde : `${desde} (não se aplica ao ${nivel.rotulo})`;
}
