import { type ReactElement, useEffect } from 'react';
import { diasDaSemana } from '../../../shared/atendimento/dias-da-semana.ts';
import { FeriadosDocument } from '../../../shared/graphql/generated/documents/Feriados.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { useTimeZone } from '../../components/content/date-time/date-time.tsx';
import { COUNTER_ISLAND, type CounterHours } from '../../islands/island-marks.ts';
import type { Horario } from '../mapa/endereco.ts';
import styles from './aberto-agora.module.css';

/**
 * Says whether the counter is open now. The page is stored for hours, so only the browser knows: without script the hours stand alone. The
 * texts are the server's, and a module of their own shows the one that is true, so that no page is hydrated for it.
 */
export function AbertoAgora({ horas }: { readonly horas: readonly Horario[] }): ReactElement | null {
  const timeZone = useTimeZone();
  const { feriado } = useOperation(FeriadosDocument);
  useEffect(() => {
    // In a page that came without a document nothing has woken it; without the module the hours stand alone.
    import('../../islands/islands.ts').then(
      ({ startIslands }) => startIslands(),
      () => undefined,
    );
  }, []);
  if (horas.length === 0) return null;
  const read = horas.map(({ dias, abre, fecha }) => ({ dias: diasDaSemana(dias), abre, fecha }));
  const hours: CounterHours = { horas: read, timeZone, feriados: feriado.map(({ data }) => data) };
  return (
    // The line has its room before it says anything, so that nothing below it moves.
    <p className={styles.espera} data-so-com-script="" data-vivo={COUNTER_ISLAND} data-horas={JSON.stringify(hours)}>
      <span hidden suppressHydrationWarning>
        <Badge tone="success">
          <span>
            Aberto agora, até as <span data-ate="" dangerouslySetInnerHTML={{ __html: '' }} />
          </span>
        </Badge>
      </span>
      <span hidden suppressHydrationWarning>
        <Badge tone="neutral">Fechado agora</Badge>
      </span>
    </p>
  );
}
