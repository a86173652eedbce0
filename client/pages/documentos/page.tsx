import type { ReactElement } from 'react';
import { DocumentosDaCategoriaDocument } from '../../../shared/graphql/generated/documents/DocumentosDaCategoria.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { MOST_PACKED_FILES } from '../../../shared/open-data/package-name.ts';
import { listedDocuments, readDocumentListQuery, showsDeclarations } from '../../../shared/routes/document-list.ts';
import { listedCategory } from '../../../shared/routes/familias/transparencia.ts';
import { listTotal } from '../../../shared/routes/list-filter.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { RichText } from '../../components/content/rich-text/rich-text.tsx';
import { lerCampos } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { ListaDeDocumentos } from '../../components/documents/lista-de-documentos/lista-de-documentos.tsx';
import { SeloDeAtualizacao } from '../../components/documents/selo-de-atualizacao/selo-de-atualizacao.tsx';
import { EmptyFilteredList } from '../../components/feedback/empty-state/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error/load-error.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { DownloadLinks } from '../../components/lists/download-links/download-links.tsx';
import { addressWithoutFilters, filteredListAddress, hasFilter } from '../../components/lists/list-address.ts';
import { ListFilters } from '../../components/lists/list-filters/list-filters.tsx';
import { ListSummary } from '../../components/lists/list-summary/list-summary.tsx';
import { Pagination } from '../../components/lists/pagination/pagination.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { useSiteState } from '../../site-state/contexts.ts';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { EmailSubscriptionForm } from '../novidades/email-subscription-form.tsx';
import { Declaracoes } from './declaracoes.tsx';
import { type Categoria, documentoDaLista, NOMES } from './documento-da-lista.ts';
import { extrasDaLista } from './filtros-da-lista.ts';
import { PeDaLista } from './pe-da-lista.tsx';
import { SemDocumentos } from './sem-documentos.tsx';

type Dados = OperationResults['DocumentosDaCategoria'];

/** What the site's state knows of the category is there before its documents. */
export function PageOpening({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <>
      <PageIntro lead={listedCategory(useSiteState(), input.params['category'] ?? '')?.descricao} />
      <HeaderPart of={DocumentosDaCategoriaDocument}>
        <FatosDaLista />
      </HeaderPart>
    </>
  );
}

/** Before the first document of the site its lists have no state: each would be late since a day before the site was there. */
function useCategoria(): Categoria | null {
  const categoria = useOperation(DocumentosDaCategoriaDocument).categoria_documento_by_pk;
  return useSiteState().nadaPublicado === true && categoria !== null ? { ...categoria, resumo: null } : categoria;
}

/** How many documents, since when, and whether the list is on time. */
function FatosDaLista(): ReactElement | null {
  const resumo = useCategoria()?.resumo ?? null;
  if (resumo === null) return null;
  const { total, ultimo_publicado_em: ultimo, situacao_atualizacao: situacao } = resumo;
  return (
    <PageIntro
      facts={{
        total: formatCount(total ?? 0, NOMES.one, NOMES.many),
        ultimo: ultimo === null ? null : <DateTime date={ultimo} format="short" prefix="Atualizada em" />,
        situacao: situacao === 'nao_se_aplica' ? null : <SeloDeAtualizacao situacao={situacao} />,
      }}
    />
  );
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <LatePart of={DocumentosDaCategoriaDocument} count={6}>
      <Conteudo input={input} />
    </LatePart>
  );
}

function Conteudo({ input }: { readonly input: RouteInput }): ReactElement {
  const dados = useOperation(DocumentosDaCategoriaDocument);
  const categoria = useCategoria();
  // The category was removed while its shell was being sent: the same address now answers that it does not exist.
  if (categoria === null) return <LoadError retryHref="" />;
  return (
    <Stack>
      <Lista input={input} dados={dados} categoria={categoria} />
      {categoria.ajuda_html === null ? null : <RichText html={categoria.ajuda_html} />}
      <PeDaLista categoria={categoria} />
    </Stack>
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
  const extras = extrasDaLista(categoria, consulta.filters);
  const documentos = listedDocuments(dados);
  const total = listTotal(dados.documento);
  const filtrada = hasFilter(consulta, extras);
  const comDeclaracoes = consulta.page === 1 && showsDeclarations(consulta);
  return (
    <>
      {(categoria.resumo?.total ?? 0) === 0 ? null : (
        <ListFilters
          path={caminho}
          query={consulta}
          availableYears={anosDaCategoria(categoria)}
          extras={extras}
          orders={campos.includes('numero') ? ['recentes', 'antigos', 'numero', 'titulo'] : ['recentes', 'antigos', 'titulo']}
        />
      )}
      <Stack gap="s">
        <ListSummary path={caminho} query={consulta} extras={extras} total={total} nouns={NOMES} title="Documentos" />
        {documentos.length > 0 ? <ListaDeDocumentos documentos={documentos.map((row) => documentoDaLista(row, campos))} /> : null}
        {documentos.length === 0 && filtrada ? (
          <EmptyFilteredList nouns={NOMES} q={consulta.q} clearHref={addressWithoutFilters(caminho, consulta)} />
        ) : null}
        {documentos.length === 0 && !filtrada ? <SemDocumentos categoria={categoria} /> : null}
        <Pagination
          page={consulta.page}
          pageSize={consulta.pageSize}
          total={total}
          href={(pagina) => filteredListAddress(caminho, { ...consulta, page: pagina }, extras)}
        />
        {total === 0 ? null : (
          <Row>
            <DownloadLinks path={caminho} query={consulta} extras={extras} zip={total > MOST_PACKED_FILES ? 'tooMany' : 'one'} />
            <PrintButton label="Imprimir esta lista" />
          </Row>
        )}
        <EmailSubscriptionForm topic={{ kind: 'documentos', value: categoria.slug }} label={categoria.rotulo} />
      </Stack>
      {comDeclaracoes ? <Declaracoes declaracoes={declaracoesNaLista(categoria, documentos.length === 0)} /> : null}
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
