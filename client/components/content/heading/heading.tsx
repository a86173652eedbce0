import type { ReactElement, ReactNode } from 'react';
import type { Nivel } from '../../types.ts';

interface Props {
  readonly nivel: Nivel;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A heading of the level that its place in the page asks for. */
export function Titulo({ nivel, id, className, children }: Props): ReactElement {
  const Elemento = `h${nivel}` as const;
  return (
    <Elemento id={id} className={className}>
      {children}
    </Elemento>
  );
}
