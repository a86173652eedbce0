import type { ReactElement } from 'react';
import type { Contato } from '../../../../shared/site-state/site-state.ts';
import { classNames } from '../../class-names.ts';
import { UnbrokenNumbers } from '../../content/unbroken-numbers/unbroken-numbers.tsx';
import { Icon } from '../../media/icon/icon.tsx';
import { EmailAddress } from '../../navigation/link/link.tsx';
import styles from './bloco-de-contato.module.css';

interface Props {
  readonly contatos: readonly Contato[];
  /** Each contact in one line where it fits. */
  readonly compact?: boolean;
}

const ICONS: Readonly<Record<Contato['tipo'], string>> = {
  telefone: 'lucide:phone',
  whatsapp: 'lucide:message-circle',
  email: 'lucide:mail',
  endereco: 'lucide:map-pin',
  horario: 'lucide:clock',
  rede_social: 'lucide:external-link',
};

/** The contacts of the institute or of a unit; renders nothing without contacts. */
export function BlocoDeContato({ contatos, compact = false }: Props): ReactElement | null {
  if (contatos.length === 0) return null;
  return (
    <ul className={classNames(styles.list, compact && styles.compact)}>
      {contatos.map((contato) => (
        <li key={contato.id} className={styles.item}>
          <Icon name={ICONS[contato.tipo]} />
          <ItemDeContato contato={contato} />
        </li>
      ))}
    </ul>
  );
}

/** A contact with its label above its value. The value is the text of the link, so that a screen reader reads what the link dials or opens. */
function ItemDeContato({ contato: { rotulo, valor, href } }: { readonly contato: Contato }): ReactElement {
  return (
    <span className={styles.text}>
      {rotulo === '' || rotulo === valor ? null : <span className={styles.label}>{rotulo}: </span>}
      {href === null ? (
        <span className={styles.value}>
          <UnbrokenNumbers text={valor} />
        </span>
      ) : (
        <a href={href}>
          <EmailAddress value={valor} />
        </a>
      )}
    </span>
  );
}
