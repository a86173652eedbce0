import type { ReactElement } from 'react';
import { NoticiasDocument } from '../../../shared/graphql/generated/documents/Noticias.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { filterValue, listTotal } from '../../../shared/routes/list-filter.ts';
import { readListQuery } from '../../../shared/routes/list-search.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { EmptyFilteredList, EmptyList } from '../../components/feedback/empty-state/empty-state.tsx';
import { Grid, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { DownloadLinks } from '../../components/lists/download-links/download-links.tsx';
import { filteredListAddress, hasFilter, monthFilter } from '../../components/lists/list-address.ts';
import { ListFilters } from '../../components/lists/list-filters/list-filters.tsx';
import { ListSummary } from '../../components/lists/list-summary/list-summary.tsx';
import { Pagination } from '../../components/lists/pagination/pagination.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { EmailSubscriptionForm } from '../novidades/email-subscription-form.tsx';
import { noticiaDoCartao } from './noticia-do-cartao.ts';

const NOMES = { one: 'notícia', many: 'notícias' };

export function PageOpening(): ReactElement {
  return (
    <>
      <PageIntro lead="O que acontece no instituto e o que muda para você." />
      <HeaderPart of={NoticiasDocument}>
        <Contagem />
      </HeaderPart>
    </>
  );
}

/** All of them, whatever the filters leave. */
function Contagem(): ReactElement {
  const total = useOperation(NoticiasDocument).noticia_ano.reduce((sum, ano) => sum + (ano.total ?? 0), 0);
  return <PageIntro facts={{ total: total === 0 ? null : formatCount(total, NOMES.one, NOMES.many) }} />;
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <LatePart of={NoticiasDocument} shape="cards" count={6}>
      <Noticias input={input} />
    </LatePart>
  );
}

function Noticias({ input }: { readonly input: RouteInput }): ReactElement {
  const { noticia: itens, noticia_ano, noticia_mes } = useOperation(NoticiasDocument);
  const consulta = readListQuery(input.search);
  const caminho = routePath('noticias');
  const rows = itens.flatMap(({ noticia }) => noticia ?? []);
  const total = listTotal(itens);
  const extras = [monthFilter(filterValue(input.search, 'mes'), noticia_mes)];
  const anos = noticia_ano.flatMap(({ ano }) => (ano === null ? [] : [ano]));
  return (
    <Stack gap="l">
      <ListFilters path={caminho} query={consulta} availableYears={anos} extras={extras} searchLabel="Buscar nas notícias" />
      <Stack>
        <ListSummary path={caminho} query={consulta} extras={extras} total={total} nouns={NOMES} />
        {rows.length === 0 ? (
          <SemNoticias filtrada={hasFilter(consulta, extras)} q={consulta.q} caminho={caminho} />
        ) : (
          <Grid as="ul">
            {rows.map((row) => (
              <li key={row.id}>
                <CartaoNoticia noticia={noticiaDoCartao(row)} />
              </li>
            ))}
          </Grid>
        )}
        <Pagination
          page={consulta.page}
          pageSize={consulta.pageSize}
          total={total}
          href={(pagina) => filteredListAddress(caminho, { ...consulta, page: pagina }, extras)}
        />
        <DownloadLinks path={caminho} query={consulta} extras={extras} />
        <EmailSubscriptionForm topic={{ kind: 'noticias', value: '' }} />
      </Stack>
    </Stack>
  );
}

interface PropsVazia {
  readonly filtrada: boolean;
  readonly q: string;
  readonly caminho: string;
}

function SemNoticias({ filtrada, q, caminho }: PropsVazia): ReactElement {
  return filtrada ? <EmptyFilteredList nouns={NOMES} q={q} clearHref={caminho} /> : <EmptyList reason={{ kind: 'novo' }} nouns={NOMES} />;
}
