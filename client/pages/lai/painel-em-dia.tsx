import type { ReactElement } from 'react';
import { AtualizacaoDaTransparenciaDocument } from '../../../shared/graphql/generated/documents/AtualizacaoDaTransparencia.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { contar, formatarNumero, plural } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Acordeao } from '../../components/content/accordion/accordion.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Lista } from '../../components/content/list/list.tsx';
import { Numeros } from '../../components/content/number-figure/number-figure.tsx';
import { Pilha } from '../../components/layout/column/column.tsx';
import estilos from './lai.module.css';

/** How many lists keep their own calendar, and which do not. */
export function PainelEmDia(): ReactElement {
  const dados = useOperation(AtualizacaoDaTransparenciaDocument);
  const emDia = dados.em_dia.aggregate?.count ?? 0;
  const atrasadas = dados.atrasada.aggregate?.count ?? 0;
  const semPrazo = dados.sem_prazo.aggregate?.count ?? 0;
  const documentos = dados.documento_aggregate.aggregate?.count ?? 0;
  return (
    <Pilha>
      <p className={estilos.explicacao}>
        Cada lista que tem calendário diz até quando o documento de um período deve estar publicado. O resultado abaixo é calculado a cada
        consulta, a partir do que está no site.
      </p>
      <Numeros
        itens={[
          { valor: formatarNumero(emDia), rotulo: plural(emDia, 'lista em dia', 'listas em dia') },
          { valor: formatarNumero(atrasadas), rotulo: plural(atrasadas, 'lista atrasada', 'listas atrasadas') },
          {
            valor: formatarNumero(semPrazo),
            rotulo: plural(semPrazo, 'lista sem prazo fixo', 'listas sem prazo fixo'),
            nota: 'Recebem documentos quando há.',
          },
          { valor: formatarNumero(documentos), rotulo: plural(documentos, 'documento publicado', 'documentos publicados') },
        ]}
      />
      <ListasAtrasadas listas={dados.categoria_resumo} total={atrasadas} />
    </Pilha>
  );
}

interface PropsDasAtrasadas {
  readonly listas: OperationResults['AtualizacaoDaTransparencia']['categoria_resumo'];
  readonly total: number;
}

function ListasAtrasadas({ listas, total }: PropsDasAtrasadas): ReactElement | null {
  if (listas.length === 0) return null;
  return (
    <Acordeao titulo={`Ver ${contar(total, 'lista atrasada', 'listas atrasadas')}`}>
      <Lista lisa>
        {listas.map(({ slug, atrasada_desde, categoria }) =>
          slug === null || categoria === null ? null : (
            <li key={slug}>
              <a href={routePath('documentos', { category: slug })}>{categoria.rotulo}</a>
              {atrasada_desde === null ? null : (
                <>
                  , <DataHora data={atrasada_desde} prefixo="desde" />
                </>
              )}
            </li>
          ),
        )}
      </Lista>
    </Acordeao>
  );
}
