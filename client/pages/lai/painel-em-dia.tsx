import type { ReactElement } from 'react';
import { AtualizacaoDaTransparenciaDocument } from '../../../shared/graphql/generated/documents/AtualizacaoDaTransparencia.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { formatCount, formatNumber, plural } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { NumberFigures } from '../../components/content/number-figure/number-figure.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import styles from './lai.module.css';

/** How many lists keep their own calendar, and which do not. */
export function PainelEmDia(): ReactElement {
  const dados = useOperation(AtualizacaoDaTransparenciaDocument);
  const emDia = dados.em_dia.aggregate?.count ?? 0;
  const atrasadas = dados.atrasada.aggregate?.count ?? 0;
  const semPrazo = dados.sem_prazo.aggregate?.count ?? 0;
  const documentos = dados.categoria_resumo_aggregate.aggregate?.sum?.total ?? 0;
  if (documentos === 0 && emDia === 0) return <NadaPublicado />;
  return (
    <Stack>
      <p className={styles.explicacao}>
        Cada lista que tem calendário diz até quando o documento de um período deve estar publicado. Calculamos o resultado abaixo a cada
        consulta, a partir do que está no site.
      </p>
      <NumberFigures
        items={[
          { value: formatNumber(emDia), label: plural(emDia, 'lista em dia', 'listas em dia') },
          { value: formatNumber(atrasadas), label: plural(atrasadas, 'lista atrasada', 'listas atrasadas') },
          {
            value: formatNumber(semPrazo),
            label: plural(semPrazo, 'lista sem prazo fixo', 'listas sem prazo fixo'),
            note: 'Recebem documentos quando há.',
          },
          { value: formatNumber(documentos), label: plural(documentos, 'documento publicado', 'documentos publicados') },
        ]}
      />
      <ListasAtrasadas listas={dados.categoria_resumo} total={atrasadas} />
      <p>
        <a href={routePath('situacao')}>Ver a situação de todas as listas</a>
      </p>
    </Stack>
  );
}

/** What an institution shows before its first document: all lists with a calendar would be late, since a day before the site was there. */
function NadaPublicado(): ReactElement {
  return (
    <EmptyState title="Nenhum documento foi publicado até agora">
      <p>
        Depois da primeira publicação, aparece aqui quantas listas estão em dia com o seu calendário e quais estão atrasadas.{' '}
        <a href={routePath('situacao')}>Ver o que será publicado, e até quando</a>
      </p>
    </EmptyState>
  );
}

interface PropsDasAtrasadas {
  readonly listas: OperationResults['AtualizacaoDaTransparencia']['categoria_resumo'];
  readonly total: number;
}

function ListasAtrasadas({ listas, total }: PropsDasAtrasadas): ReactElement | null {
  if (listas.length === 0) return null;
  return (
    <Accordion title={`Ver ${formatCount(total, 'lista atrasada', 'listas atrasadas')}`}>
      <List plain>
        {listas.map(({ slug, atrasada_desde, categoria }) =>
          slug === null || categoria === null ? null : (
            <li key={slug}>
              <a href={routePath('documentos', { category: slug })}>{categoria.rotulo}</a>
              {atrasada_desde === null ? null : (
                <>
                  , <DateTime date={atrasada_desde} prefix="desde" />
                </>
              )}
            </li>
          ),
        )}
      </List>
    </Accordion>
  );
}
