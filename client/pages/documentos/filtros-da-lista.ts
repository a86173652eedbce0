import type { DocumentFilters } from '../../../shared/routes/document-list.ts';
import { lerCampos } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import type { ExtraFilter } from '../../components/lists/list-address.ts';
import type { Categoria } from './documento-da-lista.ts';

const ROTULOS: Readonly<Record<keyof DocumentFilters, string>> = { tipo: 'Tipo', orgao: 'Órgão', mes: 'Mês', situacao: 'Situação' };

/**
 * The filters of a list beside words and years: those of which its documents have more than one value, and any that is in use. Documents have what the
 * field profile of their category names.
 */
export function extrasDaLista(categoria: Categoria, escolhidos: DocumentFilters): readonly ExtraFilter[] {
  return (['tipo', 'orgao', 'mes', 'situacao'] as const).flatMap((name) => {
    const options = opcoes(categoria, name);
    const value = escolhidos[name];
    return options.length < 2 && value === '' ? [] : [{ name, label: ROTULOS[name], value, options }];
  });
}

function opcoes(categoria: Categoria, campo: keyof DocumentFilters): ExtraFilter['options'] {
  if (campo === 'situacao') {
    return categoria.situacoes.flatMap(({ situacao }) => (situacao === null ? [] : [{ value: situacao.valor, label: situacao.rotulo }]));
  }
  if (campo === 'mes' && !temMeses(categoria)) return [];
  return categoria.filtros.flatMap((filtro) => (filtro.campo === campo ? [{ value: filtro.valor ?? '', label: filtro.rotulo ?? '' }] : []));
}

/** Documents of a year each are told apart by their year alone. */
function temMeses({ campos, ritmo }: Categoria): boolean {
  const perfil = lerCampos(campos);
  return ritmo.meses !== 12 && (perfil.includes('competencia') || perfil.includes('data_ato'));
}
