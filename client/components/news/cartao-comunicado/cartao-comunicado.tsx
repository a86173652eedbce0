import type { ReactElement } from 'react';
import { classNames } from '../../class-names.ts';
import { Badge } from '../../content/badge/badge.tsx';
import { DateTime } from '../../content/date-time/date-time.tsx';
import { Heading } from '../../content/heading/heading.tsx';
import styles from './cartao-comunicado.module.css';

export interface ComunicadoDoCartao {
  readonly titulo: string;
  readonly href: string;
  readonly resumo: string | null;
  /** The label, not the key: 'Convocação'. */
  readonly tipo: string;
  readonly prioridade: 'normal' | 'alta' | 'urgente';
  readonly publicadoEm: string;
  readonly validoAte: string | null;
  /** The notice is no longer in force; it stays readable. */
  readonly encerrado?: boolean;
}

/** An official notice in a list, with its kind, its priority and the end of its validity. */
export function CartaoComunicado({ comunicado }: { readonly comunicado: ComunicadoDoCartao }): ReactElement {
  const { titulo, href, resumo, tipo, prioridade, publicadoEm, validoAte, encerrado = false } = comunicado;
  return (
    <article className={classNames(styles.card, encerrado ? styles.encerrado : styles[prioridade])}>
      <p className={styles.badges}>
        <Badge tone="neutral">{tipo}</Badge>
        {encerrado ? <Badge icon="lucide:clock">Encerrado</Badge> : <Prioridade valor={prioridade} />}
      </p>
      <Heading level={3} className={styles.title}>
        <a href={href} className={styles.link}>
          {titulo}
        </a>
      </Heading>
      {resumo === null || resumo === '' ? null : <p className={styles.summary}>{resumo}</p>}
      <p className={styles.dates}>
        <DateTime date={publicadoEm} format="short" prefix="Publicado em" />
        {validoAte === null ? null : (
          <>
            {'. '}
            <DateTime date={validoAte} format="short" prefix={encerrado ? 'Encerrado em' : 'Válido até'} />
          </>
        )}
      </p>
    </article>
  );
}

function Prioridade({ valor }: { readonly valor: ComunicadoDoCartao['prioridade'] }): ReactElement | null {
  if (valor === 'normal') return null;
  return valor === 'urgente' ? (
    <Badge tone="error" icon="lucide:circle-alert">
      Urgente
    </Badge>
  ) : (
    <Badge tone="warning" icon="lucide:triangle-alert">
      Importante
    </Badge>
  );
}
