import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { SecaoLai } from '../../../shared/site-state/site-state.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import { isOnPath, type Place } from '../main-menu/menu-entry.ts';
import styles from './menu-lai.module.css';

interface Props {
  readonly secoes: readonly SecaoLai[];
  readonly place: Place;
}

interface MenuEntry {
  readonly label: string;
  readonly href: string;
  readonly external?: boolean;
}

/** The sections of the transparency area beside its pages; the section of the current page is open. */
export function MenuLai({ secoes, place }: Props): ReactElement {
  return (
    <FixedPart as="nav" name="menuLai" aria-label="Seções da transparência" className={styles.menu} data-sem-impressao="">
      <Secoes secoes={secoes} place={place} />
    </FixedPart>
  );
}

function Secoes({ secoes, place }: Props): ReactElement {
  return (
    <>
      <details className={styles.toggle} data-gatilho="" suppressHydrationWarning>
        <summary>
          <Icon name="lucide:menu" /> Seções da transparência
        </summary>
      </details>
      <div className={styles.list}>
        <ul className={styles.fixed}>
          {FIXED_ENTRIES.map((entry) => (
            <li key={entry.label}>
              <MenuLink entry={entry} place={place} />
            </li>
          ))}
        </ul>
        {secoes.map((secao) => (
          <MenuSection key={secao.chave} secao={secao} place={place} />
        ))}
      </div>
    </>
  );
}

/** Entries that are in no row. */
export const FIXED_ENTRIES: readonly MenuEntry[] = [
  { label: 'Página da transparência', href: routePath('lai') },
  { label: 'Menu completo', href: routePath('menuCompleto') },
  { label: 'Perguntas frequentes', href: routePath('faq') },
];

function MenuSection({ secao, place }: { readonly secao: SecaoLai; readonly place: Place }): ReactElement | null {
  const entries = entriesOf(secao);
  if (entries.length === 0) return null;
  const current = entries.some((entry) => isOnPath({ destino: entry.href }, place));
  return (
    <details className={styles.section} open={current} suppressHydrationWarning>
      <summary className={styles.name}>
        {secao.icone === null ? null : <Icon name={secao.icone} />}
        <span>{secao.nome}</span>
        <Icon name="lucide:chevron-down" size="s" />
      </summary>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <MenuLink entry={entry} place={place} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function entriesOf({ categorias, links }: SecaoLai): readonly MenuEntry[] {
  return [
    ...categorias.map(({ slug, rotulo }) => ({ label: rotulo, href: routePath('documentos', { category: slug }) })),
    ...links.flatMap(({ rotulo, destino, externo }) => (destino === null ? [] : [{ label: rotulo, href: destino, external: externo }])),
  ];
}

function MenuLink({ entry, place }: { readonly entry: MenuEntry; readonly place: Place }): ReactElement {
  const current = isOnPath({ destino: entry.href }, place);
  return (
    <a href={entry.href} aria-current={current ? 'true' : undefined} className={styles.link}>
      {entry.label}
      {entry.external === true ? <span className="somente-leitor"> (abre outro site)</span> : null}
    </a>
  );
}
