/** A difference as text: what was taken away and what came in its place, by words as well as by colour. */
import { Box } from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { Fragment, type ReactElement } from 'react';
import { type RaRecord, useDataProvider } from 'react-admin';
import type { Field } from '../resources/content-type.ts';
import { contentTypeOf } from '../resources/content-types.ts';
import { HEARD_ONLY } from '../theme/theme.ts';
import { useTimeZone } from '../time/institution-time.ts';
import { type DifferencePart, difference, nameAmong, readable, referencesOf } from './difference.ts';

/** Returns values of a field as people read them; the rows that they refer to by their names. */
export function useReadable(field: Field, values: readonly unknown[]): readonly string[] {
  const timeZone = useTimeZone();
  const provider = useDataProvider();
  const references = values.flatMap((value) => referencesOf(value, field));
  const tables = [...new Set(references.map(([table]) => table))];
  const answers = useQueries({
    queries: tables.map((table) => {
      const ids = [...new Set(references.filter(([of]) => of === table).map(([, key]) => key))];
      return { queryKey: [table, 'names', ids], queryFn: () => provider.getMany(table, { ids }) };
    }),
  });
  const nameOf = (table: string, key: string | number): string => {
    const rows: readonly RaRecord[] | undefined = answers[tables.indexOf(table)]?.data?.data;
    return nameAmong(rows, key, contentTypeOf(table).title);
  };
  return values.map((value) => readable(value, field, { timeZone, nameOf }));
}

const LOOK = {
  added: { component: 'ins', label: 'Acrescentado: ', sx: { bgcolor: '#e3f4e6', color: '#0b4a1c', textDecoration: 'underline' } },
  removed: { component: 'del', label: 'Retirado: ', sx: { bgcolor: '#fdeaea', color: '#7a1420', textDecoration: 'line-through' } },
} as const;

export function DifferenceView({ before, after }: { readonly before: string; readonly after: string }): ReactElement {
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {placed(difference(before, after)).map(({ part: { kind, text }, at }) => {
        if (kind === 'same') return <Fragment key={at}>{text}</Fragment>;
        const { component, label, sx } = LOOK[kind];
        return (
          <Box key={at} component={component} sx={sx}>
            <Box component="span" sx={HEARD_ONLY}>
              {label}
            </Box>
            {text}
          </Box>
        );
      })}
    </Box>
  );
}

/** The parts with their places, which tell them apart. */
function placed(parts: readonly DifferencePart[]): readonly { readonly part: DifferencePart; readonly at: number }[] {
  let at = 0;
  return parts.map((part) => {
    const here = { part, at };
    at += part.text.length;
    return here;
  });
}
