/** A difference as text: what was taken away and what came in its place, by words as well as by colour. */
import { Box } from '@mui/material';
import { Fragment, type ReactElement } from 'react';
import { type DifferencePart, difference } from './difference.ts';

/** For screen readers alone. */
const HEARD_ONLY = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' } as const;

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
