import type { ReactElement } from 'react';
import { NoticiasDocument } from '../../../shared/graphql/generated/documents/Noticias.ts';
import { readListQuery } from '../../../shared/routes/list-search.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { VazioComFiltro, VazioSemConteudo } from '../../components/feedback/empty-state/empty-state.tsx';
import { Grade, Pilha } from '../../components/layout/column/column.tsx';
import { enderecoDaLista, temFiltro } from '../../components/lists/list-address.ts';
import { FiltrosDeLista } from '../../components/lists/list-filters/list-filters.tsx';
import { ResumoDaLista } from '../../components/lists/list-summary/list-summary.tsx';
import { Paginacao } from '../../components/lists/pagination/pagination.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { noticiaDoCartao } from './noticia-do-cartao.ts';

const NOMES = { um: 'notícia', varios: 'notícias' };

export function PaginaNoticias({ input }: { readonly input: RouteInput }): ReactElement {
  const { noticia: rows, noticia_aggregate, noticia_ano } = useOperation(NoticiasDocument);
  const consulta = readListQuery(input.search);
  const caminho = routePath('noticias');
  const total = noticia_aggregate.aggregate?.count ?? 0;
  const anos = noticia_ano.flatMap(({ ano }) => (ano === null ? [] : [ano]));
  return (
    <Pilha espaco="g">
      <FiltrosDeLista
        caminho={caminho}
        consulta={consulta}
        anosDisponiveis={anos}
        ordens={['recentes', 'antigos', 'titulo']}
        rotuloDaBusca="Buscar nas notícias"
      />
      <Pilha>
        <ResumoDaLista caminho={caminho} consulta={consulta} total={total} nomes={NOMES} />
        {rows.length === 0 ? (
          <SemNoticias filtrada={temFiltro(consulta)} caminho={caminho} />
        ) : (
          <Grade como="ul">
            {rows.map((row) => (
              <li key={row.id}>
                <CartaoNoticia noticia={noticiaDoCartao(row)} />
              </li>
            ))}
          </Grade>
        )}
        <Paginacao
          pagina={consulta.pagina}
          porPagina={consulta.porPagina}
          total={total}
          href={(pagina) => enderecoDaLista(caminho, { ...consulta, pagina })}
        />
      </Pilha>
    </Pilha>
  );
}

function SemNoticias({ filtrada, caminho }: { readonly filtrada: boolean; readonly caminho: string }): ReactElement {
  return filtrada ? <VazioComFiltro nomes={NOMES} hrefLimpar={caminho} /> : <VazioSemConteudo caso={{ tipo: 'novo' }} nomes={NOMES} />;
}
