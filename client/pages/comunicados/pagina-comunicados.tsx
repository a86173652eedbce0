import type { ReactElement } from 'react';
import { ComunicadosDocument } from '../../../shared/graphql/generated/documents/Comunicados.ts';
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
import { CartaoComunicado } from '../../components/news/cartao-comunicado/cartao-comunicado.tsx';
import { comunicadoDoCartao } from './comunicado-do-cartao.ts';

const NOMES = { um: 'comunicado', varios: 'comunicados' };

export function PaginaComunicados({ input }: { readonly input: RouteInput }): ReactElement {
  const { comunicado: rows, comunicado_aggregate, comunicado_ano, tipo_comunicado } = useOperation(ComunicadosDocument);
  const consulta = readListQuery(input.search);
  const caminho = routePath('comunicados');
  const total = comunicado_aggregate.aggregate?.count ?? 0;
  const opcoes = tipo_comunicado.map(({ valor, rotulo }) => ({ valor, rotulo }));
  const extras = [{ nome: 'tipo', rotulo: 'Tipo de comunicado', valor: input.search['tipo']?.[0] ?? '', opcoes }];
  const anos = comunicado_ano.flatMap(({ ano }) => (ano === null ? [] : [ano]));
  return (
    <Pilha espaco="g">
      <FiltrosDeLista
        caminho={caminho}
        consulta={consulta}
        anosDisponiveis={anos}
        extras={extras}
        ordens={['recentes', 'antigos', 'titulo']}
        rotuloDaBusca="Buscar nos comunicados"
      />
      <Pilha>
        <ResumoDaLista caminho={caminho} consulta={consulta} extras={extras} total={total} nomes={NOMES} />
        {rows.length === 0 ? (
          <SemComunicados filtrada={temFiltro(consulta, extras)} caminho={caminho} />
        ) : (
          <Grade como="ul" colunas={2}>
            {rows.map((row) => (
              <li key={row.id}>
                <CartaoComunicado comunicado={comunicadoDoCartao(row)} />
              </li>
            ))}
          </Grade>
        )}
        <Paginacao
          pagina={consulta.pagina}
          porPagina={consulta.porPagina}
          total={total}
          href={(pagina) => enderecoDaLista(caminho, { ...consulta, pagina }, extras)}
        />
      </Pilha>
    </Pilha>
  );
}

function SemComunicados({ filtrada, caminho }: { readonly filtrada: boolean; readonly caminho: string }): ReactElement {
  return filtrada ? <VazioComFiltro nomes={NOMES} hrefLimpar={caminho} /> : <VazioSemConteudo caso={{ tipo: 'novo' }} nomes={NOMES} />;
}
