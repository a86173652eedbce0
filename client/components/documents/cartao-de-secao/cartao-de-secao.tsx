import type { ReactElement } from 'react';
import { formatCount } from '../../../../shared/locale/numbers.ts';
import { routePath } from '../../../../shared/routes/url.ts';
import type { CategoriaLai, SecaoLai } from '../../../../shared/site-state/site-state.ts';
import { DateTime } from '../../content/date-time/date-time.tsx';
import { Card } from '../../layout/card/card.tsx';
import { ArrowLink, ExternalLink } from '../../navigation/link/link.tsx';
import styles from './cartao-de-secao.module.css';

interface Props {
  readonly secao: SecaoLai;
  readonly limit?: number;
}

/** A section of the transparency area: what it holds and its first categories. */
export function CartaoDeSecao({ secao, limit = 5 }: Props): ReactElement {
  const entradas = entradasDaSecao(secao);
  return (
    <Card title={secao.nome} icon={secao.icone} summary={secao.descricao}>
      <ul className={styles.entries}>
        {entradas.slice(0, limit).map(({ rotulo, href, externo }) => (
          <li key={rotulo}>{externo ? <ExternalLink href={href}>{rotulo}</ExternalLink> : <a href={href}>{rotulo}</a>}</li>
        ))}
        {entradas.length > limit ? (
          <li>
            <ArrowLink href={`${routePath('menuCompleto')}#${idDaSecao(secao)}`}>
              Ver os {entradas.length} itens<span className="somente-leitor"> de {secao.nome}</span>
            </ArrowLink>
          </li>
        ) : null}
      </ul>
    </Card>
  );
}

/** The anchor of a section in the full menu. */
export function idDaSecao(secao: SecaoLai): string {
  return `secao-${secao.chave}`;
}

interface Entrada {
  readonly rotulo: string;
  readonly href: string;
  readonly externo: boolean;
}

/** True when a section leads somewhere; one without category and link would be a heading over nothing. */
export function temEntradas(secao: SecaoLai): boolean {
  return entradasDaSecao(secao).length > 0;
}

/** Returns the categories of a section, then its links to other pages. */
function entradasDaSecao({ categorias, links }: SecaoLai): readonly Entrada[] {
  return [
    ...categorias.map(({ slug, rotulo }) => ({ rotulo, href: routePath('documentos', { category: slug }), externo: false })),
    ...links.flatMap(({ rotulo, destino, externo }) => (destino === null ? [] : [{ rotulo, href: destino, externo }])),
  ];
}

/** Every category of a section with how many documents it holds and when the last one came. */
export function CategoriasDaSecao({ secao }: { readonly secao: SecaoLai }): ReactElement {
  return (
    <ul className={styles.categorias}>
      {secao.categorias.map((categoria) => (
        <li key={categoria.slug} className={styles.categoria}>
          <a href={routePath('documentos', { category: categoria.slug })} className={styles.label}>
            {categoria.rotulo}
          </a>
          <p className={styles.description}>{categoria.descricao}</p>
          <p className={styles.count}>
            <ContaDaCategoria categoria={categoria} />
          </p>
        </li>
      ))}
      {entradasDaSecao({ ...secao, categorias: [] }).map(({ rotulo, href, externo }) => (
        <li key={rotulo} className={styles.categoria}>
          <span className={styles.label}>{externo ? <ExternalLink href={href}>{rotulo}</ExternalLink> : <a href={href}>{rotulo}</a>}</span>
        </li>
      ))}
    </ul>
  );
}

function ContaDaCategoria({ categoria: { total, ultimoEm } }: { readonly categoria: CategoriaLai }): ReactElement {
  if (total === 0) return <>Nenhum documento publicado</>;
  return (
    <>
      {formatCount(total, 'documento', 'documentos')}
      {ultimoEm === null ? null : (
        <>
          , <DateTime date={ultimoEm} format="short" prefix="o último em" />
        </>
      )}
    </>
  );
}
