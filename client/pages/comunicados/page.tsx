import type { ReactElement } from 'react';
import { ComunicadosDocument } from '../../../shared/graphql/generated/documents/Comunicados.ts';
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
import { CartaoComunicado } from '../../components/news/cartao-comunicado/cartao-comunicado.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
import { EmailSubscriptionForm } from '../novidades/email-subscription-form.tsx';
import { comunicadoDoCartao } from './comunicado-do-cartao.ts';

const NOMES = { one: 'comunicado', many: 'comunicados' };

export function PageOpening(): ReactElement {
  return (
    <>
      <PageIntro lead="Avisos oficiais: prazos, calendários e mudanças no atendimento." />
      <HeaderPart of={ComunicadosDocument}>
        <Contagem />
      </HeaderPart>
    </>
  );
}

/** All of them, whatever the filters leave. */
function Contagem(): ReactElement {
  const total = useOperation(ComunicadosDocument).comunicado_ano.reduce((sum, ano) => sum + (ano.total ?? 0), 0);
  return <PageIntro facts={{ total: total === 0 ? null : formatCount(total, NOMES.one, NOMES.many) }} />;
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <LatePart of={ComunicadosDocument} shape="cards" count={6}>
      <Comunicados input={input} />
    </LatePart>
  );
}

function Comunicados({ input }: { readonly input: RouteInput }): ReactElement {
  const { comunicado: itens, comunicado_ano, comunicado_mes, tipo_comunicado } = useOperation(ComunicadosDocument);
  const consulta = readListQuery(input.search);
  const caminho = routePath('comunicados');
  const rows = itens.flatMap(({ comunicado }) => comunicado ?? []);
  const total = listTotal(itens);
  const options = tipo_comunicado.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }));
  const extras = [
    { name: 'tipo', label: 'Tipo de comunicado', value: filterValue(input.search, 'tipo'), options },
    monthFilter(filterValue(input.search, 'mes'), comunicado_mes),
  ];
  const anos = comunicado_ano.flatMap(({ ano }) => (ano === null ? [] : [ano]));
  return (
    <Stack gap="l">
      <ListFilters path={caminho} query={consulta} availableYears={anos} extras={extras} searchLabel="Buscar nos comunicados" />
      <Stack>
        <ListSummary path={caminho} query={consulta} extras={extras} total={total} nouns={NOMES} />
        {rows.length === 0 ? (
          <SemComunicados filtrada={hasFilter(consulta, extras)} q={consulta.q} caminho={caminho} />
        ) : (
          <Grid as="ul" columns={2}>
            {rows.map((row) => (
              <li key={row.id}>
                <CartaoComunicado comunicado={comunicadoDoCartao(row)} />
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
        <EmailSubscriptionForm topic={{ kind: 'comunicados', value: '' }} />
      </Stack>
    </Stack>
  );
}

interface PropsVazia {
  readonly filtrada: boolean;
  readonly q: string;
  readonly caminho: string;
}

function SemComunicados({ filtrada, q, caminho }: PropsVazia): ReactElement {
  return filtrada ? <EmptyFilteredList nouns={NOMES} q={q} clearHref={caminho} /> : <EmptyList reason={{ kind: 'novo' }} nouns={NOMES} />;
}
