/** What a screen reader says when the rows of a list change: how many there are, the page, the order, and how many are chosen. */
import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import { useListContext } from 'react-admin';
import { formatCount, formatNumber } from '../../../shared/locale/numbers.ts';
import { COUNTED_ROWS } from '../data/provider.ts';
import type { ContentType } from '../resources/content-type.ts';
import { HEARD_ONLY } from '../theme/theme.ts';

/** Draws the sentences for the list around it. Only those that change are said. */
export function ListStatus({ type }: { readonly type: ContentType }): ReactElement {
  const { isPending, total, page, perPage, sort, selectedIds } = useListContext();
  const sorted = type.fields.find(({ name }) => name === sort.field)?.label;
  const sentences = isPending
    ? []
    : [
        total === undefined ? `Mais de ${formatNumber(COUNTED_ROWS)} registros` : formatCount(total, 'registro', 'registros'),
        `Página ${page}${total === undefined ? '' : ` de ${Math.max(1, Math.ceil(total / perPage))}`}`,
        ...(sorted === undefined ? [] : [`Ordenado por ${sorted}, ${sort.order === 'DESC' ? 'decrescente' : 'crescente'}`]),
        ...(selectedIds.length === 0 ? [] : [formatCount(selectedIds.length, 'escolhido', 'escolhidos')]),
      ];
  return (
    <Box component="output" aria-atomic={false} sx={HEARD_ONLY}>
      {sentences.map((sentence) => (
        <p key={sentence}>{`${sentence}.`}</p>
      ))}
    </Box>
  );
}
