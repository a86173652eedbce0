import type { ReactElement } from 'react';
import type { ItemDeMenu, SiteState } from '../../../shared/site-state/site-state.ts';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import { AccessibilityBar } from '../accessibility-bar/accessibility-bar.tsx';
import styles from './main-menu.module.css';
import { isInBranch, isOnPath, overviewLabel, type Place } from './menu-entry.ts';

interface Props {
  readonly items: readonly ItemDeMenu[];
  readonly place: Place;
}

interface MenuProps {
  readonly state: SiteState;
  readonly place: Place;
}

/**
 * The main menu and, after it, the accessibility bar. It opens and closes without script: on phones the whole by the `Menu` switch before it,
 * its branches by `<details>`. The name makes browsers keep one branch open at a time; keys and closing are client/accessibility/menu.ts.
 */
export function MainMenu({ state, place }: MenuProps): ReactElement {
  const principais = state.dataMenu.filter(({ area }) => area === 'principal');
  return (
    <div id="menu" tabIndex={-1} data-sem-impressao="">
      <details className={styles.toggle} data-gatilho="" suppressHydrationWarning>
        <summary>
          <Icon name="lucide:menu" /> Menu
        </summary>
      </details>
      <div className={styles.panels}>
        {principais.length === 0 ? null : <Navigation items={principais} place={place} />}
        <AccessibilityBar state={state} />
      </div>
    </div>
  );
}

function Navigation({ items, place }: Props): ReactElement {
  return (
    <FixedPart as="nav" name="menu" aria-label="Menu principal" data-menu="">
      <Itens items={items} place={place} />
    </FixedPart>
  );
}

function Itens({ items, place }: Props): ReactElement {
  return (
    <ul className={styles.top}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          {item.filhos.length === 0 ? <MenuLink item={item} place={place} topLevel /> : <MenuBranch item={item} place={place} />}
        </li>
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly item: ItemDeMenu;
  readonly place: Place;
}

function MenuBranch({ item, place }: ItemProps): ReactElement {
  const filhos = item.destino === null ? item.filhos : [{ ...item, rotulo: overviewLabel(item), filhos: [] }, ...item.filhos];
  const current = isInBranch(item, place);
  return (
    <details name="menu-principal" className={styles.branch} suppressHydrationWarning>
      <summary className={classNames(styles.label, current && styles.current)} data-menu-topo="">
        {item.rotulo}
        <Icon name="lucide:chevron-down" size="s" />
      </summary>
      <ul className={classNames(styles.panel, filhos.length > 7 && styles.wide)}>
        {filhos.map((filho) => (
          <li key={`${filho.id}-${filho.rotulo}`}>
            <MenuLink item={filho} place={place} />
            {filho.filhos.length === 0 ? null : (
              <ul className={styles.grandchildren}>
                {filho.filhos.map((neto) => (
                  <li key={neto.id}>
                    <MenuLink item={neto} place={place} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function MenuLink({ item, place, topLevel = false }: ItemProps & { readonly topLevel?: boolean }): ReactElement {
  if (item.destino === null) return <span className={styles.group}>{item.rotulo}</span>;
  const current = isOnPath(item, place);
  return (
    <a
      href={item.destino}
      aria-current={current ? 'true' : undefined}
      className={topLevel ? classNames(styles.label, current && styles.current) : styles.link}
      data-menu-topo={topLevel ? '' : undefined}
    >
      {item.rotulo}
      {item.externo ? <span className="somente-leitor"> (abre outro site)</span> : null}
      {item.externo ? <Icon name="lucide:external-link" size="s" /> : null}
    </a>
  );
}
