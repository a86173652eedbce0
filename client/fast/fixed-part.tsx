import { type ReactElement, type ReactNode, use } from 'react';
import { ATRIBUTO_DA_PARTE, PartesFixasContext } from './fixed-parts-html.ts';

interface Props {
  readonly nome: 'atalhos' | 'atendimento';
  readonly className?: string | undefined;
  /** One component: its elements are not even made where the part is known. It reads nothing but the site's state, and makes no ids. */
  readonly children: ReactNode;
}

/** A part inside the content of a page that is the same while the site's state is. */
export function ParteFixa({ nome, className, children }: Props): ReactElement {
  const html = use(PartesFixasContext)[nome];
  const props = { [ATRIBUTO_DA_PARTE]: nome, className };
  return html === undefined ? <div {...props}>{children}</div> : <div {...props} dangerouslySetInnerHTML={{ __html: html }} />;
}
