import type { ReactElement } from 'react';
import styles from './skip-links.module.css';

/** Labels and keys are the national convention (eMAG 3.1, recommendation 1.5). */
const SKIP_TARGETS = [
  { href: '#conteudo', label: 'Ir para o conteúdo', key: '1' },
  { href: '#menu', label: 'Ir para o menu', key: '2' },
  { href: '#busca', label: 'Ir para a busca', key: '3' },
  { href: '#rodape', label: 'Ir para o rodapé', key: '4' },
] as const;

/** Skip links, the first tab stops of a page; a link is visible while it has the focus. */
export function SkipLinks(): ReactElement {
  return (
    <nav aria-label="Atalhos da página" className={styles.skips} data-sem-impressao="">
      <ul className={styles.list}>
        {SKIP_TARGETS.map(({ href, label, key }) => (
          <li key={href}>
            {/* oxlint-disable-next-line jsx-a11y/no-access-key -- keys 1 to 4 are the national convention that citizens know */}
            <a href={href} accessKey={key} className={styles.skip}>
              {`${label} [${key}]`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
