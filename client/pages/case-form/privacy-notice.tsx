import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { useSiteState } from '../../site-state/contexts.ts';
import styles from './case-form.module.css';

/** What is done with the data: a notice, because the law and not a consent is the ground for it (Lei 13.709/2018, arts. 7º, III, and 23). */
export function PrivacyNotice({ legalBasis }: { readonly legalBasis: string }): ReactElement {
  const { paginasDaMoldura } = useSiteState();
  return (
    <div className={styles.privacy}>
      <p>
        <strong>Seus dados.</strong> Usamos o que você escreve só para responder a você e para as estatísticas, sem seu nome nelas. Quem
        atende o caso é quem lê. Base legal: {legalBasis}.
        {paginasDaMoldura.includes('privacidade') ? (
          <>
            {' '}
            Saiba mais em <a href={routePath('pagina', { slug: 'privacidade' })}>privacidade e proteção de dados</a>.
          </>
        ) : null}
      </p>
    </div>
  );
}
