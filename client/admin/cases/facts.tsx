/** Names and values of a case; what has no value is left out. */
import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import { LONG_TEXT } from './case-words.ts';

export interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: string | null])[];
}

export function Facts({ facts }: FactsProps): ReactElement {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'max-content minmax(0, 1fr)' },
        columnGap: 2,
        rowGap: { xs: 0, sm: 0.5 },
        my: 1,
      }}
    >
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary', fontSize: { xs: 'body2.fontSize', sm: 'inherit' }, mt: { xs: 1, sm: 0 } }}>
              {name}
            </Box>
            <Box component="dd" sx={{ ...LONG_TEXT, m: 0 }}>
              {value}
            </Box>
          </Box>
        ),
      )}
    </Box>
  );
}
