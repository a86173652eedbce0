import type { ReactElement } from 'react';
import { NoticiasDocument } from '../../../shared/graphql/generated/documents/Noticias.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { filterValue, listTotal } from '../../../shared/routes/list-filter.ts';
import { readListQuery } from '../../../shared/routes/list-search.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { monthFilter } from '../../components/lists/list-address.ts';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { CardList } from '../card-list.tsx';
import { HeaderPart, LatePart } from '../late-part.tsx';
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
  const rows = itens.flatMap(({ noticia }) => noticia ?? []);
  return (
    <CardList
      path={routePath('noticias')}
      query={readListQuery(input.search)}
      extras={[monthFilter(filterValue(input.search, 'mes'), noticia_mes)]}
      years={noticia_ano}
      total={listTotal(itens)}
      nouns={NOMES}
      searchLabel="Buscar nas notícias"
      topic="noticias"
      columns={3}
      cards={rows.map((row) => <CartaoNoticia key={row.id} noticia={noticiaDoCartao(row)} />)}
    />
  );
}
