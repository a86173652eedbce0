import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Progress } from '../../components/content/number-figure/number-figure.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { contarItens, type Item, type SituacaoDoItem, situacaoDoItem } from './itens-do-site.ts';
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
          ninguém: o site a calcula a partir do que está publicado. A data é a do documento mais novo. “Não publicado” quer dizer que o site
          ainda não tem uma lista para o documento.
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

/** Cells are elements of components of this module; only the note of a document depends on the level in force. */
function colunasDaLista(level: Props['level']): readonly Column<Item>[] {
  return [
    {
      key: 'descricao',
      label: 'Documento',
      rowHeader: true,
      cell: (item) => (
        <>
          {item.item}) {item.descricao}
          {exigencia(item, level)}
        </>
      ),
    },
    SITUACAO,
  ];
}

const SITUACAO: Column<Item> = {
  key: 'situacao',
  label: 'Situação e onde está',
  cell: (item) => (
    <>
      <Situacao situacao={situacaoDoItem(item)} />
      {listasDoItem(item)}
    </>
  ),
};

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
  if (categorias.length === 0) return null;
  return (
    <ul className={styles.listas}>
      {categorias.map(({ slug, rotulo, resumo }) => (
        <li key={slug}>
          <a href={routePath('documentos', { category: slug })}>{siglaOuNome(rotulo)}</a>
          {resumo?.ultimo_publicado_em ? (
            <>
              {' '}
              (<DateTime date={resumo.ultimo_publicado_em} format="short" />)
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** 'DAIR' of 'DAIR – Demonstrativo …': the row says what it is. */
function siglaOuNome(rotulo: string): string {
  return rotulo.split(' – ')[0] ?? rotulo;
}

/** From which level on an item is required; nothing for those that every level requires. */
function exigencia({ nivel_progestao }: Item, level: Props['level']): ReactNode {
  if (nivel_progestao.ordem <= 1) return null;
  const outro = level !== null && nivel_progestao.ordem > level.ordem ? ` (não se aplica ao ${level.rotulo})` : '';
  return <span className={styles.nota}>{`Só do ${nivel_progestao.rotulo} em diante${outro}`}</span>;
}
