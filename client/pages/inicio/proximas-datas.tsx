import type { ReactElement } from 'react';
import { ProximasDatasDocument } from '../../../shared/graphql/generated/documents/ProximasDatas.ts';
import { formatDate, isWholeMonth } from '../../../shared/locale/dates.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Card } from '../../components/layout/card/card.tsx';
import { Grid } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';

const SECAO = {
  title: 'Próximas datas',
  background: 'soft',
  action: { href: routePath('calendario'), label: 'Calendário completo' },
} as const;

/** As high as what takes its place: what stands below it is in the first view of wide screens. */
export function ProximasDatasEmEspera(): ReactElement {
  const cartao = <Card title="…" icon="lucide:calendar" overline="…" summary="…" />;
  return (
    <Section {...SECAO}>
      <output className="somente-leitor">Carregando…</output>
      <div aria-hidden="true">
        <Grid columns={2}>
          {cartao}
          {cartao}
        </Grid>
      </div>
    </Section>
  );
}

/** The next payday and whose turn of the proof of life it is; nothing where the calendar has neither. */
export function ProximasDatas(): ReactElement | null {
  const { pagamento, prova_de_vida } = useOperation(ProximasDatasDocument);
  if (pagamento.length + prova_de_vida.length === 0) return null;
  return (
    <Section {...SECAO}>
      <Grid as="ul" columns={2}>
        {pagamento.map(({ id, titulo, inicio }) => (
          <li key={id}>
            <Card
              title={capitalised(formatDate(inicio, 'weekday'))}
              icon="lucide:calendar"
              overline="Próximo pagamento"
              summary={`${titulo}.`}
            />
          </li>
        ))}
        {prova_de_vida.map(({ id, titulo, inicio, fim }) => (
          <li key={id}>
            <Card
              title={titulo}
              icon="lucide:calendar-clock"
              overline={
                isWholeMonth(inicio, fim) ? (
                  capitalised(formatDate(inicio, 'month'))
                ) : (
                  <>
                    <DateTime date={inicio} prefix="De" />
                    {fim === null ? null : <DateTime date={fim} prefix=" a" />}
                  </>
                )
              }
            />
          </li>
        ))}
      </Grid>
    </Section>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
