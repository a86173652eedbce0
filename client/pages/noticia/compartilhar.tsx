import type { ReactElement } from 'react';
import { Icon } from '../../components/media/icon/icon.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { useSettings } from '../../site-state/contexts.ts';
import styles from './noticia.module.css';

interface Props {
  readonly titulo: string;
  readonly caminho: string;
}

/** Plain links that hand the address on; nothing is loaded from the services they lead to. */
export function Compartilhar({ titulo, caminho }: Props): ReactElement {
  const { siteUrl } = useSettings();
  const endereco = `${siteUrl}${caminho}`;
  const mensagem = encodeURIComponent(`${titulo}\n${endereco}`);
  return (
    <div data-sem-impressao="">
      <h2 className={styles.rotulo}>Compartilhe</h2>
      <ul className={styles.acoes}>
        <li>
          <a href={`https://wa.me/?text=${mensagem}`} rel="noopener noreferrer" className={styles.acao}>
            <Icon name="lucide:message-circle" /> WhatsApp
            <span className="somente-leitor"> (abre outro site)</span>
          </a>
        </li>
        <li>
          <a href={`mailto:?subject=${encodeURIComponent(titulo)}&body=${mensagem}`} className={styles.acao}>
            <Icon name="lucide:mail" /> E-mail
          </a>
        </li>
        <li>
          <PrintButton />
        </li>
      </ul>
    </div>
  );
}
