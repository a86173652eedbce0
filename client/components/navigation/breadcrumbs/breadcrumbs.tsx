import type { ReactElement } from 'react';
import type { BreadcrumbStep } from '../../../../shared/routes/types.ts';
import styles from './breadcrumbs.module.css';

interface Props {
  readonly steps: readonly BreadcrumbStep[];
}

/** The way from the home page to this one; nothing when there is no way to show. */
export function Breadcrumbs({ steps }: Props): ReactElement | null {
  if (steps.length === 0) return null;
  return (
    <nav aria-label="Você está aqui" className={styles.breadcrumbs} data-sem-impressao="">
      <ol className={styles.list}>
        {steps.map((step, index) => (
          <li key={`${step.to}-${step.label}`} className={styles.step}>
            {stepContent(step, index === steps.length - 1)}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function stepContent({ label, to }: BreadcrumbStep, last: boolean): ReactElement {
  if (last) return <span aria-current="page">{label}</span>;
  return to === null ? <span>{label}</span> : <a href={to}>{label}</a>;
}
