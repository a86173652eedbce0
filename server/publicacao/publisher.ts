/** The publisher, as files name it. Who gets a file of a demonstration does not see the notice on its pages, so the file says it too. */
import { GENERAL_NAME, type SiteState } from '../../shared/site-state/site-state.ts';

export interface Publisher {
  /** Public address of the site, without a path. */
  readonly site: string;
  /** With a remark where the content is a demonstration. */
  readonly name: string;
}

/** @param title the name where the content has none */
export function publisherOf(site: string, { siteConfig, demonstracao }: SiteState, title: string | null): Publisher {
  const name = siteConfig[0]?.nome || (title ?? GENERAL_NAME);
  return { site, name: demonstracao ? `${name} (demonstração: dados fictícios)` : name };
}

/** Returns the name under which a file is saved, without its ending: a table as CSV has no other place for what is to be known of it. */
export function savedName(name: string, { demonstracao }: Pick<SiteState, 'demonstracao'>, isCut = false): string {
  return (demonstracao ? `demonstracao-${name}` : name) + (isCut ? '-incompleto' : '');
}
