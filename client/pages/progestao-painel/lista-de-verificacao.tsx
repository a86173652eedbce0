import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Progress } from '../../components/content/number-figure/number-figure.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { contarItens, type Item, itemExigido, type SituacaoDoItem, situacaoDoItem } from './itens-do-site.ts';
import styles from './progestao-painel.module.css';

interface Props {
  readonly itens: readonly Item[];
  readonly level: { readonly rotulo: string; readonly ordem: number } | null;
  readonly contas: ReturnType<typeof contarItens>;
}

/** The checklist of item 3.2.8: each document with the lists that serve it, as full or as empty as they are. */
export function ListaDeVerificacao({ itens, level, contas }: Props): ReactElement {
  return (
    <Section title="Documentos que devem estar no site" id="documentos-no-site">
      <Stack>
        <p className={styles.descricao}>
          O manual do programa, no item 3.2.8, diz quais documentos o instituto deve publicar. A situação abaixo não é declarada por
          ninguém: o site a calcula a partir do que está publicado.
        </p>
        <Progress value={contas.publicados} max={itens.length} label="Documentos publicados" />
        {level === null ? null : (
          <p>
            Dos {contas.exigidos} que o {level.rotulo} exige, {contas.exigidosPublicados} estão publicados.
          </p>
        )}
        <Table caption="Documentos do item 3.2.8 e onde estão" rows={itens} rowKey={({ item }) => item} columns={colunasDaLista(level)} />
      </Stack>
    </Section>
  );
}

/** Cells are elements of components of this module; only the last column depends on the level in force. */
function colunasDaLista(level: Props['level']): readonly Column<Item>[] {
  return [...COLUNAS, { key: 'nivel', label: 'Exigido', cell: (item) => exigencia(item, level) }];
}

const COLUNAS: readonly Column<Item>[] = [
  { key: 'item', label: 'Item', cell: ({ item }) => item },
  { key: 'descricao', label: 'Documento', rowHeader: true, cell: ({ descricao }) => descricao },
  { key: 'situacao', label: 'Situação', cell: (item) => <Situacao situacao={situacaoDoItem(item)} /> },
  { key: 'listas', label: 'Onde está', cell: listasDoItem },
];

function Situacao({ situacao }: { readonly situacao: SituacaoDoItem }): ReactElement {
  switch (situacao.kind) {
    case 'publicado':
      return (
        <Badge tone="success" icon="lucide:circle-check">
          Publicado
        </Badge>
      );
    case 'parcial':
      return (
        <>
          <Badge tone="warning">Publicado em parte</Badge>
          <p className={styles.nota}>Falta: {situacao.vazias.map(({ rotulo }) => rotulo).join('; ')}</p>
        </>
      );
    case 'vazio':
      return <Badge tone="error">Lista vazia</Badge>;
    case 'semLista':
      return <Badge tone="error">Não publicado</Badge>;
  }
}

function listasDoItem({ categorias }: Item): ReactNode {
  if (categorias.length === 0) return <span className={styles.nota}>O site ainda não tem uma lista para este documento.</span>;
  return (
    <List plain>
      {categorias.map(({ slug, rotulo, resumo }) => (
        <li key={slug}>
          <a href={routePath('documentos', { category: slug })}>{rotulo}</a>
          {resumo?.ultimo_publicado_em ? (
            <span className={styles.nota}>
              {' '}
              <DateTime date={resumo.ultimo_publicado_em} format="short" prefix="último em" />
            </span>
          ) : null}
        </li>
      ))}
    </List>
  );
}

function exigencia(item: Item, level: Props['level']): string {
  const desde = `${item.nivel_progestao.rotulo} em diante`;
  return level === null || itemExigido(item, level.ordem) ? desde : `${desde} (não se aplica ao ${level.rotulo})`;
}
