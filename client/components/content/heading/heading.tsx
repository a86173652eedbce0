import type { ReactElement, ReactNode } from 'react';

/** Level of a heading; the page's h1 belongs to the layout. */
export type HeadingLevel = 2 | 3 | 4;

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
