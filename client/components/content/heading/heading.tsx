import type { ReactElement, ReactNode } from 'react';
import type { HeadingLevel } from '../../types.ts';

interface Props {
  readonly level: HeadingLevel;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A heading of the level that its place in the page asks for. */
export function Heading({ level, id, className, children }: Props): ReactElement {
  const ElementName = `h${level}` as const;
  return (
    <ElementName id={id} className={className}>
      {children}
    </ElementName>
  );
}
