/** An address. One of this site under which the public finds nothing is told, and may be saved: its page may come later. */
import Box from '@mui/material/Box';
import { type ReactElement, useEffect, useState } from 'react';
import { TextInput, type TextInputProps, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { parseUrl } from '../../../shared/platform/substitutes.ts';

/** Milliseconds without a key before the site is asked. */
const PAUSE_MS = 500;

/** Statuses of an address that leads nowhere. */
const NOTHING_THERE: ReadonlySet<number> = new Set([404, 410]);

/** Draws the input. The site itself is asked, as a visitor who has not signed in: it knows its routes, its rows and its redirects. */
export function AddressInput(props: TextInputProps): ReactElement {
  const address: unknown = useWatch({ name: useWrappedSource(props.source) });
  const [missing, setMissing] = useState<unknown>(null);
  useEffect(() => {
    const href = ownAddress(address);
    if (href === null) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      fetch(href, { method: 'HEAD', credentials: 'omit', signal: asking.signal }).then(
        ({ status }) => setMissing(NOTHING_THERE.has(status) ? address : null),
        // It leads to another site, or the network is gone: nothing is known of it.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [address]);
  return (
    <Box sx={{ width: '100%' }}>
      <TextInput {...props} />
      <Box component="output" sx={{ display: 'block', typography: 'body2', color: 'warning.main' }}>
        {missing !== null &&
          missing === address &&
          'O público não encontra nada neste endereço do site. Confira-o; é possível salvar assim.'}
      </Box>
    </Box>
  );
}

/** Returns the address where it is one of this site; null for others and for what is none. */
function ownAddress(address: unknown): string | null {
  if (typeof address !== 'string' || !/^(?:\/|https?:)/i.test(address)) return null;
  const url = parseUrl(address, window.location.origin);
  return url?.origin === window.location.origin ? url.href : null;
}
