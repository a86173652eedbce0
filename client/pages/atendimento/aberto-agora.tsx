import { type ReactElement, startTransition, useEffect, useState } from 'react';
import { abertoAte, type HorasDeAtendimento } from '../../../shared/atendimento/expediente.ts';
import { FeriadosDocument } from '../../../shared/graphql/generated/documents/Feriados.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Badge } from '../../components/content/badge/badge.tsx';
import { useTimeZone } from '../../components/content/date-time/date-time.tsx';
import { escreverHora } from '../mapa/endereco.ts';
import styles from './aberto-agora.module.css';

const MINUTE_MS = 60_000;

/** Says whether the counter is open now. The page is stored for hours, so only the browser knows: without script the hours stand alone. */
export function AbertoAgora({ horas }: { readonly horas: readonly HorasDeAtendimento[] }): ReactElement | null {
  const timeZone = useTimeZone();
  const { feriado } = useOperation(FeriadosDocument);
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    startTransition(() => setNow(Date.now()));
    const clock = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(clock);
  }, []);
  if (horas.length === 0) return null;
  // The line has its room before it says anything, so that nothing below it moves.
  if (now === null) return <p className={styles.espera} data-so-com-script="" />;
  const until = abertoAte(horas, { now, timeZone, feriados: feriado.map(({ data }) => data) });
  return (
    <p className={styles.espera} data-so-com-script="">
      {until === null ? (
        <Badge tone="neutral">Fechado agora</Badge>
      ) : (
        <Badge tone="success">{`Aberto agora, até as ${escreverHora(until)}`}</Badge>
      )}
    </p>
  );
}
