import { type ReactElement, useMemo } from 'react';
import { type GlossaryTerm, withExplanations } from '../../../../shared/html/glossary.ts';
import { RichText } from '../rich-text/rich-text.tsx';

interface Props {
  /** As `RichText` takes it. */
  readonly html: string;
  /** Words that are explained where they first stand. */
  readonly terms: readonly GlossaryTerm[];
}

/** HTML of a row, with words of the glossary explained; apart, because few pages explain words. */
export function ExplainedText({ html, terms }: Props): ReactElement {
  return <RichText html={useMemo(() => withExplanations(html, terms), [html, terms])} />;
}
