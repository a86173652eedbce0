import type { ReactElement } from 'react';
import { Button } from './button.tsx';

/** Prints the page; the listener is in client/accessibility/interactions.ts. */
export function PrintButton({ label = 'Imprimir' }: { readonly label?: string }): ReactElement {
  return (
    <Button variant="subtle" icon="lucide:printer" action="imprimir">
      {label}
    </Button>
  );
}
