import type { ReactElement } from 'react';
import { ComunicadosDocument } from '../../../shared/graphql/generated/documents/Comunicados.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { filterValue, listTotal } from '../../../shared/routes/list-filter.ts';
import { readListQuery } from '../../../shared/routes/list-search.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { monthFilter } from '../../components/lists/list-address.ts';
import { CartaoComunicado } from '../../components/news/cartao-comunicado/cartao-comunicado.tsx';
import { CardList } from '../card-list.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
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
  const rows = itens.flatMap(({ comunicado }) => comunicado ?? []);
  const options = tipo_comunicado.map(({ valor, rotulo }) => ({ value: valor, label: rotulo }));
  return (
    <CardList
      path={routePath('comunicados')}
      query={readListQuery(input.search)}
      extras={[
        { name: 'tipo', label: 'Tipo de comunicado', value: filterValue(input.search, 'tipo'), options },
        monthFilter(filterValue(input.search, 'mes'), comunicado_mes),
      ]}
      years={comunicado_ano}
      total={listTotal(itens)}
      nouns={NOMES}
      searchLabel="Buscar nos comunicados"
      topic="comunicados"
      columns={2}
      cards={rows.map((row) => <CartaoComunicado key={row.id} comunicado={comunicadoDoCartao(row)} />)}
    />
  );
}
