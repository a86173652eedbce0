import type { ReactElement } from 'react';
import { classNames } from '../../class-names.ts';
import styles from './organograma.module.css';

export interface NoDoOrganograma {
  readonly id: number | string;
  readonly nome: string;
  readonly sigla: string | null;
  readonly href: string | null;
  readonly titular: string | null;
  readonly filhos: readonly NoDoOrganograma[];
}

export interface OrgaoNoOrganograma {
  readonly id: number | string;
  readonly nome: string;
  readonly href: string | null;
}

interface Props {
  /** Collegiate bodies, which stand above the units. */
  readonly orgaos: readonly OrgaoNoOrganograma[];
  readonly raizes: readonly NoDoOrganograma[];
  readonly rotulo: string;
}

/** The bodies and units of the institute as a nested list that the stylesheet draws as a tree, so that the drawing needs no text alternative. */
export function Organograma({ orgaos, raizes, rotulo }: Props): ReactElement | null {
  if (raizes.length === 0) return null;
  return (
    <ul className={styles.arvore} aria-label={rotulo}>
      {orgaos.length === 0 ? null : (
        <li className={styles.colegiados}>
          <span className={styles.titular}>Direção e órgãos colegiados</span>
          <ul className={styles.orgaos}>
            {orgaos.map(({ id, nome, href }) => (
              <li key={id} className={styles.box}>
                <Nome nome={nome} href={href} />
              </li>
            ))}
          </ul>
        </li>
      )}
      {raizes.map((raiz) => (
        <No key={raiz.id} no={raiz} raiz />
      ))}
    </ul>
  );
}

/** From two to five branches fit side by side on a wide screen; more stand one under the other. */
function No({ no, raiz = false }: { readonly no: NoDoOrganograma; readonly raiz?: boolean }): ReactElement {
  const sideBySide = raiz && no.filhos.length >= 2 && no.filhos.length <= 5;
  const nome = no.sigla === null ? no.nome : `${no.nome} (${no.sigla})`;
  return (
    <li className={classNames(styles.no, sideBySide && styles.aberto)}>
      <div className={styles.box}>
        <Nome nome={nome} href={no.href} />
        {no.titular === null ? null : <span className={styles.titular}>{no.titular}</span>}
      </div>
      {no.filhos.length === 0 ? null : (
        <ul className={classNames(styles.filhos, sideBySide && styles.ladoALado)}>
          {no.filhos.map((filho) => (
            <No key={filho.id} no={filho} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Nome({ nome, href }: { readonly nome: string; readonly href: string | null }): ReactElement {
  if (href === null) return <span className={styles.name}>{nome}</span>;
  return (
    <a href={href} className={styles.name}>
      {nome}
    </a>
  );
}
