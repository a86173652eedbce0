import type { ReactElement } from 'react';
import type { BreadcrumbStep } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { SecaoLai } from '../../../shared/site-state/site-state.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import { isOnPath } from '../main-menu/menu-entry.ts';
import styles from './menu-lai.module.css';

interface Props {
  readonly secoes: readonly SecaoLai[];
  readonly breadcrumb: readonly BreadcrumbStep[];
}

interface MenuEntry {
  readonly label: string;
  readonly href: string;
  readonly external: boolean;
}

/** The sections of the transparency area beside its pages; the section of the current page is open. */
export function MenuLai({ secoes, breadcrumb }: Props): ReactElement {
  return (
    <FixedPart as="nav" name="menuLai" aria-label="Seções da transparência" className={styles.menu} data-sem-impressao="">
      <Secoes secoes={secoes} breadcrumb={breadcrumb} />
    </FixedPart>
  );
}

function Secoes({ secoes, breadcrumb }: Props): ReactElement {
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
              <MenuLink entry={entry} breadcrumb={breadcrumb} />
            </li>
          ))}
        </ul>
        {secoes.map((secao) => (
          <MenuSection key={secao.chave} secao={secao} breadcrumb={breadcrumb} />
        ))}
      </div>
    </>
  );
}

/** Entries that are in no row. */
export const FIXED_ENTRIES: readonly MenuEntry[] = [
  { label: 'Página da transparência', href: routePath('lai'), external: false },
  { label: 'Menu completo', href: routePath('menuCompleto'), external: false },
  { label: 'Perguntas frequentes', href: routePath('faq'), external: false },
];

function MenuSection({
  secao,
  breadcrumb,
}: {
  readonly secao: SecaoLai;
  readonly breadcrumb: readonly BreadcrumbStep[];
}): ReactElement | null {
  const entries = entriesOf(secao);
  if (entries.length === 0) return null;
  const current = entries.some((entry) => isOnPath({ rotulo: entry.label, destino: entry.href }, breadcrumb));
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
            <MenuLink entry={entry} breadcrumb={breadcrumb} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function entriesOf({ categorias, links }: SecaoLai): readonly MenuEntry[] {
  return [
    ...categorias.map(({ slug, rotulo }) => ({ label: rotulo, href: routePath('documentos', { category: slug }), external: false })),
    ...links.flatMap(({ rotulo, destino, externo }) => (destino === null ? [] : [{ label: rotulo, href: destino, external: externo }])),
  ];
}

function MenuLink({ entry, breadcrumb }: { readonly entry: MenuEntry; readonly breadcrumb: readonly BreadcrumbStep[] }): ReactElement {
  const current = isOnPath({ rotulo: entry.label, destino: entry.href }, breadcrumb);
  return (
    <a href={entry.href} rel={entry.external ? 'noopener' : undefined} aria-current={current ? 'true' : undefined} className={styles.link}>
      {entry.label}
      {entry.external ? <span className="somente-leitor"> (abre outro site)</span> : null}
    </a>
  );
}
