import { type ReactElement, useId } from 'react';
import { isFiltered, type ReportQuery } from '../../../../shared/routes/report-search.ts';
import { Button, LinkButton } from '../../navigation/button/button.tsx';
import styles from '../list-filters/list-filters.module.css';
import { SelectField, YearFilter } from '../list-filters/list-filters.tsx';

interface Props {
  readonly path: string;
  readonly query: ReportQuery;
  readonly availableYears: readonly number[];
  /** Names of the months, January first. */
  readonly months: readonly string[];
}

/** The filters of a report as a GET form: the address is the state, so it works without script and can be shared. */
export function ReportFilters({ path, query, availableYears, months }: Props): ReactElement {
  const id = useId();
  const options = months.map((label, index) => ({ value: String(index + 1), label }));
  const from = { name: 'mes_de', label: 'Do mês', value: String(query.from), options };
  const to = { name: 'mes_ate', label: 'Até o mês', value: String(query.to), options };
  return (
    <form
      key={JSON.stringify(query)}
      action={path}
      method="get"
      className={styles.filters}
      aria-label="Filtros do relatório"
      data-sem-impressao=""
    >
      <SelectField id={`${id}-de`} field={from} />
      <SelectField id={`${id}-ate`} field={to} />
      <YearFilter
        available={availableYears}
        chosen={query.years}
        open={query.years.length > 0}
        none="nenhum marcado mostra os três mais novos"
      />
      <div className={styles.actions}>
        <Button type="submit" icon="lucide:search">
          Aplicar filtros
        </Button>
        {isFiltered(query) ? (
          <LinkButton href={path} variant="subtle">
            Limpar filtros
          </LinkButton>
        ) : null}
      </div>
    </form>
  );
}
