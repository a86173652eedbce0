import type { ReactElement } from 'react';
import type { Nouns } from '../../shared/locale/numbers.ts';
import type { ListQuery } from '../../shared/routes/list-search.ts';
import { EmptyFilteredList, EmptyList } from '../components/feedback/empty-state/empty-state.tsx';
import { Grid, Stack } from '../components/layout/column/column.tsx';
import { DownloadLinks } from '../components/lists/download-links/download-links.tsx';
import { type ExtraFilter, filteredListAddress, hasFilter } from '../components/lists/list-address.ts';
import { ListFilters } from '../components/lists/list-filters/list-filters.tsx';
import { ListSummary } from '../components/lists/list-summary/list-summary.tsx';
import { Pagination } from '../components/lists/pagination/pagination.tsx';
import { EmailSubscriptionForm } from './novidades/email-subscription-form.tsx';

interface Props {
  readonly path: string;
  readonly query: ListQuery;
  readonly extras: readonly ExtraFilter[];
  readonly years: readonly { readonly ano: number | null }[];
  /** How many the filters leave, on all pages. */
  readonly total: number;
  readonly nouns: Nouns;
  readonly searchLabel: string;
  /** The list as what one follows by e-mail. */
  readonly topic: 'noticias' | 'comunicados';
  /** Cards beside each other on a wide screen. */
  readonly columns: 2 | 3;
  /** One card for each row of this page of the list. */
  readonly cards: readonly ReactElement[];
}

/** A list of cards with its filters, its pages, its files and its subscription by e-mail. */
export function CardList({ path, query, extras, years, total, nouns, searchLabel, topic, columns, cards }: Props): ReactElement {
  const availableYears = years.flatMap(({ ano }) => ano ?? []);
  return (
    <Stack gap="l">
      <ListFilters path={path} query={query} availableYears={availableYears} extras={extras} searchLabel={searchLabel} />
      <Stack>
        <ListSummary path={path} query={query} extras={extras} total={total} nouns={nouns} />
        {cards.length > 0 ? (
          <Grid as="ul" columns={columns}>
            {cards.map((card) => (
              <li key={card.key}>{card}</li>
            ))}
          </Grid>
        ) : hasFilter(query, extras) ? (
          <EmptyFilteredList nouns={nouns} q={query.q} clearHref={path} />
        ) : (
          <EmptyList reason={{ kind: 'novo' }} nouns={nouns} />
        )}
        <Pagination
          page={query.page}
          pageSize={query.pageSize}
          total={total}
          href={(page) => filteredListAddress(path, { ...query, page }, extras)}
        />
        <DownloadLinks path={path} query={query} extras={extras} />
        <EmailSubscriptionForm topic={{ kind: topic, value: '' }} />
      </Stack>
    </Stack>
  );
}
