/** The advice on a text, below its field: how many notes there are is announced, the notes themselves are read on demand. */
import { Box, Typography } from '@mui/material';
import { type ReactElement, useDeferredValue, useMemo, useState } from 'react';
import { contentAdvice } from '../../../shared/html/content-advice.ts';
import { matchRoute } from '../../../shared/routes/match.ts';
import { ROUTES } from '../../../shared/routes/table.ts';

export function ContentAdviceList({ html, label }: { readonly html: string; readonly label: string }): ReactElement {
  // The notes may go and come while the editor writes; once opened they stay open.
  const [isOpen, setOpen] = useState(false);
  const settled = useDeferredValue(html);
  const notes = useMemo(() => contentAdvice(settled, hasPage), [settled]);
  const summary = notes.length === 1 ? '1 sugestão para este texto' : `${notes.length} sugestões para este texto`;
  return (
    <Box sx={{ mt: 0.5 }}>
      <Box component="output" sx={{ display: 'block' }}>
        {notes.length > 0 && (
          <Typography component="span" variant="body2">
            {summary}
          </Typography>
        )}
      </Box>
      {notes.length > 0 && (
        <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', textDecoration: 'underline', minHeight: 24 }}>
            Ver as sugestões para {label}
          </Typography>
          <Box component="ul" sx={{ my: 1, pl: 3 }}>
            {notes.map(({ code, message, excerpt }) => (
              <Typography component="li" variant="body2" key={`${code} ${excerpt}`} sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
                <strong>“{excerpt}”</strong>: {message}
              </Typography>
            ))}
          </Box>
        </details>
      )}
    </Box>
  );
}

function hasPage(path: string): boolean {
  return matchRoute(ROUTES, path, NO_QUERY).kind !== 'unknown';
}

const NO_QUERY = new URLSearchParams();
