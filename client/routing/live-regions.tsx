import type { ReactElement } from 'react';
import styles from './live-regions.module.css';

export interface LiveRegionsProps {
  /** Spoken, not shown: the title of the page after a navigation. */
  readonly announcement?: string;
  /** True while the site waits to ask a busy server again. */
  readonly waiting?: boolean;
  /** True once the site was deployed anew. */
  readonly outdated?: boolean;
  /** Address that the notice's link loads whole. */
  readonly href?: string;
}

/** The polite regions of the document. They are there, empty, from the first byte: a region that appears with its text is not spoken. */
export function LiveRegions({ announcement = '', waiting = false, outdated = false, href = '/' }: LiveRegionsProps): ReactElement {
  return (
    <>
      <output className={styles.spoken} data-anuncio="">
        {announcement}
      </output>
      <output className={styles.notice} data-aviso="">
        {waiting ? <span>O site está ocupado. Tentando de novo em instantes…</span> : null}
        {outdated && !waiting ? (
          <span>
            Há uma versão nova do site.{' '}
            <a href={href} data-recarregar="">
              Atualizar a página
            </a>
          </span>
        ) : null}
      </output>
    </>
  );
}
