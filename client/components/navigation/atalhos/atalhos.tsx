import type { ReactElement } from 'react';
import type { ItemDeMenu } from '../../../../shared/site-state/site-state.ts';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './atalhos.module.css';

/** Links to the most wanted services, with icon and description. */
export function Atalhos({ itens, rotulo }: { readonly itens: readonly ItemDeMenu[]; readonly rotulo: string }): ReactElement | null {
  const comDestino = itens.filter((item) => item.destino !== null);
  if (comDestino.length === 0) return null;
  return (
    <nav aria-label={rotulo}>
      <ul className={classNames(styles.shortcuts, styles[`of${Math.min(comDestino.length, 5)}`])}>
        {comDestino.map((item) => (
          <li key={item.id}>
            <a href={item.destino ?? undefined} className={styles.shortcut}>
              <span className={styles.icon}>
                <Icon name={item.icone ?? 'lucide:arrow-right'} size="l" />
              </span>
              <span className={styles.label}>
                {item.rotulo}
                {item.externo ? <span className="somente-leitor"> (abre outro site)</span> : null}
              </span>
              {item.descricao === null ? null : <span className={styles.description}>{item.descricao}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
