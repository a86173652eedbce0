import type { ReactElement } from 'react';
import { contar, listarComE } from '../../../../shared/locale/numbers.ts';
import type { ListQuery } from '../../../../shared/routes/list-search.ts';
import { Icone } from '../../media/icon/icon.tsx';
import type { Nomes } from '../../types.ts';
import { type CampoExtra, enderecoDaLista, enderecoSemFiltros, temFiltro } from '../list-address.ts';
import estilos from './list-summary.module.css';

const SEM_EXTRAS: readonly CampoExtra[] = [];

interface Props {
  readonly caminho: string;
  readonly consulta: ListQuery;
  readonly extras?: readonly CampoExtra[];
  /** null while it is not known. */
  readonly total: number | null;
  readonly nomes: Nomes;
  readonly titulo?: string;
}

/** Says what the list shows and how to show more: the count for everyone's ears, and one link per filter that removes it. */
export function ResumoDaLista({ caminho, consulta, extras = SEM_EXTRAS, total, nomes, titulo = 'Resultados' }: Props): ReactElement {
  const filtros = filtrosAtivos(caminho, consulta, extras);
  return (
    <div className={estilos.resumo}>
      <h2 id="resultados" tabIndex={-1} className={estilos.titulo}>
        {titulo}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> announces the result of a calculation; this is a sentence */}
      <p role="status" className={estilos.frase}>
        {total === null ? 'Contando…' : fraseDaLista(total, consulta, { extras, nomes })}
      </p>
      {temFiltro(consulta, extras) ? (
        <ul className={estilos.filtros} aria-label="Filtros em uso" data-sem-impressao="">
          {filtros.map(({ rotulo, href }) => (
            <li key={rotulo}>
              <a href={href} className={estilos.filtro}>
                <span className="somente-leitor">Remover o filtro: </span>
                {rotulo}
                <Icone nome="lucide:x" tamanho="p" />
              </a>
            </li>
          ))}
          <li>
            <a href={enderecoSemFiltros(caminho, consulta)} className={estilos.limpar}>
              Limpar filtros
            </a>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

/** '37 documentos · 2024 e 2026 · contém “aposentadoria”' */
export function fraseDaLista(
  total: number,
  consulta: ListQuery,
  { extras = [], nomes }: { readonly extras?: readonly CampoExtra[]; readonly nomes: Nomes },
): string {
  const partes = [contar(total, nomes.um, nomes.varios)];
  if (consulta.anos.length > 0) partes.push(listarComE(consulta.anos.map(String)));
  for (const extra of extras) if (extra.valor !== '') partes.push(rotuloDoValor(extra));
  if (consulta.q !== '') partes.push(`contém “${consulta.q}”`);
  return partes.join(' · ');
}

function rotuloDoValor({ valor, opcoes }: CampoExtra): string {
  return opcoes.find((opcao) => opcao.valor === valor)?.rotulo ?? valor;
}

function filtrosAtivos(
  caminho: string,
  consulta: ListQuery,
  extras: readonly CampoExtra[],
): readonly { readonly rotulo: string; readonly href: string }[] {
  const inicio = { ...consulta, pagina: 1 };
  const texto =
    consulta.q === '' ? [] : [{ rotulo: `contém “${consulta.q}”`, href: enderecoDaLista(caminho, { ...inicio, q: '' }, extras) }];
  const anos = consulta.anos.map((ano) => ({
    rotulo: String(ano),
    href: enderecoDaLista(caminho, { ...inicio, anos: consulta.anos.filter((outro) => outro !== ano) }, extras),
  }));
  const outros = extras
    .filter(({ valor }) => valor !== '')
    .map((extra) => ({
      rotulo: `${extra.rotulo}: ${rotuloDoValor(extra)}`,
      href: enderecoDaLista(
        caminho,
        inicio,
        extras.filter((outro) => outro !== extra),
      ),
    }));
  return [...texto, ...anos, ...outros];
}
