import type { ReactElement } from 'react';
import { contar } from '../../../../shared/locale/numbers.ts';
import { routePath } from '../../../../shared/routes/url.ts';
import type { CategoriaLai, SecaoLai } from '../../../../shared/site-state/site-state.ts';
import { DataHora } from '../../content/date-time/date-time.tsx';
import { Cartao } from '../../layout/card/card.tsx';
import { LinkSeta } from '../../navigation/button/button.tsx';
import { LinkExterno } from '../../navigation/external-link/external-link.tsx';
import type { Nivel } from '../../types.ts';
import estilos from './cartao-de-secao.module.css';

interface Props {
  readonly secao: SecaoLai;
  readonly limite?: number;
  readonly nivel?: Nivel;
}

/** A section of the transparency area: what it holds and its first categories. */
export function CartaoDeSecao({ secao, limite = 5, nivel = 3 }: Props): ReactElement {
  const entradas = entradasDaSecao(secao);
  return (
    <Cartao titulo={secao.nome} icone={secao.icone} resumo={secao.descricao} nivel={nivel}>
      <ul className={estilos.entradas}>
        {entradas.slice(0, limite).map(({ rotulo, href, externo }) => (
          <li key={rotulo}>{externo ? <LinkExterno href={href}>{rotulo}</LinkExterno> : <a href={href}>{rotulo}</a>}</li>
        ))}
        {entradas.length > limite ? (
          <li>
            <LinkSeta href={`${routePath('menuCompleto')}#${idDaSecao(secao)}`}>
              Ver os {entradas.length} itens<span className="somente-leitor"> de {secao.nome}</span>
            </LinkSeta>
          </li>
        ) : null}
      </ul>
    </Cartao>
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

/** Categories first, then the links that lead elsewhere. */
function entradasDaSecao({ categorias, links }: SecaoLai): readonly Entrada[] {
  return [
    ...categorias.map(({ slug, rotulo }) => ({ rotulo, href: routePath('documentos', { category: slug }), externo: false })),
    ...links.flatMap(({ rotulo, destino, externo }) => (destino === null ? [] : [{ rotulo, href: destino, externo }])),
  ];
}

/** Every category of a section with how many documents it holds and when the last one came. */
export function CategoriasDaSecao({ secao }: { readonly secao: SecaoLai }): ReactElement {
  return (
    <ul className={estilos.categorias}>
      {secao.categorias.map((categoria) => (
        <li key={categoria.slug} className={estilos.categoria}>
          <a href={routePath('documentos', { category: categoria.slug })} className={estilos.rotulo}>
            {categoria.rotulo}
          </a>
          <p className={estilos.descricao}>{categoria.descricao}</p>
          <p className={estilos.conta}>
            <ContaDaCategoria categoria={categoria} />
          </p>
        </li>
      ))}
      {entradasDaSecao({ ...secao, categorias: [] }).map(({ rotulo, href, externo }) => (
        <li key={rotulo} className={estilos.categoria}>
          <span className={estilos.rotulo}>{externo ? <LinkExterno href={href}>{rotulo}</LinkExterno> : <a href={href}>{rotulo}</a>}</span>
        </li>
      ))}
    </ul>
  );
}

function ContaDaCategoria({ categoria: { total, ultimoEm } }: { readonly categoria: CategoriaLai }): ReactElement {
  if (total === 0) return <>Nenhum documento publicado</>;
  return (
    <>
      {contar(total, 'documento', 'documentos')}
      {ultimoEm === null ? null : (
        <>
          {' · '}
          <DataHora data={ultimoEm} formato="curta" prefixo="último em" />
        </>
      )}
    </>
  );
}
