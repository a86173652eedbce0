import type { ReactElement } from 'react';
import { DocumentosDaCategoriaDocument } from '../../../shared/graphql/generated/documents/DocumentosDaCategoria.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { readDocumentListQuery } from '../../../shared/routes/document-list.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Lide, TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { lerCampos } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { ListaDeDocumentos } from '../../components/documents/lista-de-documentos/lista-de-documentos.tsx';
import { VazioComFiltro } from '../../components/feedback/empty-state/empty-state.tsx';
import { Pilha } from '../../components/layout/column/column.tsx';
import { type CampoExtra, enderecoDaLista, enderecoSemFiltros, temFiltro } from '../../components/lists/list-address.ts';
import { FiltrosDeLista } from '../../components/lists/list-filters/list-filters.tsx';
import { ResumoDaLista } from '../../components/lists/list-summary/list-summary.tsx';
import { Paginacao } from '../../components/lists/pagination/pagination.tsx';
import { BotaoImprimir } from '../../components/navigation/button/print-button.tsx';
import { Declaracoes } from './declaracoes.tsx';
import { documentoDaLista } from './documento-da-lista.ts';
import { NOMES } from './nomes.ts';
import { PeDaLista } from './pe-da-lista.tsx';
import { SemDocumentos } from './sem-documentos.tsx';

type Dados = OperationResults['DocumentosDaCategoria'];

export type Categoria = NonNullable<Dados['categoria_documento_by_pk']>;

/** The list of a category. The route refuses a category that does not exist, so there is always one here. */
export function PaginaDocumentos({ input }: { readonly input: RouteInput }): ReactElement | null {
  const dados = useOperation(DocumentosDaCategoriaDocument);
  const categoria = dados.categoria_documento_by_pk;
  if (categoria === null) return null;
  return (
    <Pilha espaco="g">
      <Pilha>
        <Lide>{categoria.descricao}</Lide>
        {categoria.ajuda_html === null ? null : <TextoRico html={categoria.ajuda_html} />}
      </Pilha>
      <Lista input={input} dados={dados} categoria={categoria} />
      <PeDaLista categoria={categoria} />
    </Pilha>
  );
}

interface PropsDaLista {
  readonly input: RouteInput;
  readonly dados: Dados;
  readonly categoria: Categoria;
}

function Lista({ input, dados, categoria }: PropsDaLista): ReactElement {
  const consulta = readDocumentListQuery(input.search);
  const caminho = routePath('documentos', { category: categoria.slug });
  const campos = lerCampos(categoria.campos);
  const extras = extrasDaLista(dados, consulta.situacao);
  const total = dados.documento_aggregate.aggregate?.count ?? 0;
  const filtrada = temFiltro(consulta, extras);
  const comDeclaracoes = consulta.q === '' && consulta.situacao === '' && consulta.pagina === 1;
  return (
    <>
      {(categoria.resumo?.total ?? 0) === 0 ? null : (
        <FiltrosDeLista
          caminho={caminho}
          consulta={consulta}
          anosDisponiveis={anosDaCategoria(categoria)}
          extras={extras}
          ordens={campos.includes('numero') ? ['recentes', 'antigos', 'numero', 'titulo'] : ['recentes', 'antigos', 'titulo']}
        />
      )}
      <Pilha>
        <ResumoDaLista caminho={caminho} consulta={consulta} extras={extras} total={total} nomes={NOMES} titulo="Documentos" />
        {dados.documento.length > 0 ? <ListaDeDocumentos documentos={dados.documento.map((row) => documentoDaLista(row, campos))} /> : null}
        {dados.documento.length === 0 && filtrada ? (
          <VazioComFiltro nomes={NOMES} hrefLimpar={enderecoSemFiltros(caminho, consulta)} />
        ) : null}
        {dados.documento.length === 0 && !filtrada ? <SemDocumentos categoria={categoria} /> : null}
        <Paginacao
          pagina={consulta.pagina}
          porPagina={consulta.porPagina}
          total={total}
          href={(pagina) => enderecoDaLista(caminho, { ...consulta, pagina }, extras)}
        />
        {total === 0 ? null : <BotaoImprimir rotulo="Imprimir esta lista" />}
      </Pilha>
      {comDeclaracoes ? <Declaracoes declaracoes={declaracoesNaLista(categoria, dados.documento.length === 0)} /> : null}
    </>
  );
}

/** An empty list has already said its newest declaration in full, unless that one has a file to open. */
function declaracoesNaLista({ declaracoes }: Categoria, vazia: boolean): Categoria['declaracoes'] {
  return vazia && declaracoes[0]?.arquivo === null ? declaracoes.slice(1) : declaracoes;
}

function anosDaCategoria({ exercicios }: Categoria): readonly number[] {
  return exercicios.flatMap(({ exercicio }) => (exercicio === null ? [] : [exercicio]));
}

/** The filter by situation, in lists whose documents have more than one. */
function extrasDaLista({ situacao_documento: situacoes }: Dados, valor: string): readonly CampoExtra[] {
  if (situacoes.length < 2 && valor === '') return [];
  return [
    {
      nome: 'situacao',
      rotulo: 'Situação',
      valor,
      opcoes: situacoes.map((situacao) => ({ valor: situacao.valor, rotulo: situacao.rotulo })),
    },
  ];
}
