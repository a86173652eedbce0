import { type HTMLAttributes, type ReactElement, type ReactNode, use } from 'react';
import { FIXED_PART_ATTRIBUTE, type FixedPartName, FixedPartsContext } from './fixed-parts-context.ts';

interface FixedPartProps extends HTMLAttributes<HTMLElement> {
  readonly name: FixedPartName;
  /** A part inside a page's content is a `div`. */
  readonly as: 'div' | 'footer' | 'nav' | 'section';
  /** One component, so that its elements are not even created where the HTML is known. It reads the site's state, and what is the same in the whole process, alone and makes no ids. */
  readonly children: ReactNode;
}

/** An element whose content is written from memory where the server has rendered the same content before. */
export function FixedPart({ name, as: Element, children, ...attributes }: FixedPartProps): ReactElement {
  const html = use(FixedPartsContext)[name];
  const mark = Element === 'div' ? { [FIXED_PART_ATTRIBUTE]: name } : {};
  if (html === undefined) {
    return (
      <Element {...mark} {...attributes}>
        {children}
      </Element>
    );
  }
  return <Element {...mark} {...attributes} dangerouslySetInnerHTML={{ __html: html }} />;
}
