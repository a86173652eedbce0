/** The pages of a list. One that is longer than what is counted says of how many rows it has more. */
import type { TablePaginationProps } from '@mui/material/TablePagination';
import type { ReactElement } from 'react';
import { Pagination, type PaginationProps, useListContext } from 'react-admin';
import { formatNumber } from '../../../shared/locale/numbers.ts';
import { COUNTED_ROWS } from '../data/provider.ts';

/** Draws the pages of the list around it. */
export function ListPagination(): ReactElement {
  const { data = [], page, perPage, hasNextPage } = useListContext();
  // react-admin hands on what it does not name. Of a list that was not counted MUI takes each page for a full one.
  const words: PaginationProps & Pick<TablePaginationProps, 'labelDisplayedRows'> = {
    labelDisplayedRows: ({ from, to, count }) =>
      count === -1 ? uncounted(from, (page - 1) * perPage + data.length, hasNextPage === true) : rangeOf(from, to, formatNumber(count)),
  };
  return <Pagination {...words} />;
}

function uncounted(from: number, to: number, hasMore: boolean): string {
  return rangeOf(from, to, hasMore ? `mais de ${formatNumber(Math.max(to, COUNTED_ROWS))}` : formatNumber(to));
}

function rangeOf(from: number, to: number, count: string): string {
  return `${formatNumber(from)} a ${formatNumber(to)} de ${count}`;
}
