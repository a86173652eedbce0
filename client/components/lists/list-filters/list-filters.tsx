import { type ReactElement, useId } from 'react';
import { type ListQuery, type Ordem, PAGE_SIZES } from '../../../../shared/routes/list-search.ts';
import { Icone } from '../../media/icon/icon.tsx';
import { Botao } from '../../navigation/button/button.tsx';
import { type CampoExtra, temFiltro } from '../list-address.ts';
import estilos from './list-filters.module.css';

interface Props {
  readonly caminho: string;
  readonly consulta: ListQuery;
  readonly anosDisponiveis: readonly number[];
  readonly extras?: readonly CampoExtra[];
  readonly ordens?: readonly Ordem[];
  readonly rotuloDaBusca?: string;
}

const ORDENS: Readonly<Record<Ordem, string>> = {
  recentes: 'Mais recentes primeiro',
  antigos: 'Mais antigos primeiro',
  numero: 'Por número',
  titulo: 'Por título',
};

const ORDENS_DE_TODA_LISTA: readonly Ordem[] = ['recentes', 'antigos', 'titulo'];

/**
 * The filters of a list as a GET form: the address is the state, so it works without script, can be shared and the back button undoes
 * it. The key makes React start afresh when the address changes under it, for the fields are not controlled.
 */
export function FiltrosDeLista(props: Props): ReactElement {
  const { caminho, consulta, anosDisponiveis, extras = [], ordens = ORDENS_DE_TODA_LISTA, rotuloDaBusca = 'Buscar nesta lista' } = props;
  const id = useId();
  const chave = JSON.stringify([consulta, extras.map(({ valor }) => valor)]);
  return (
    <form key={chave} action={caminho} method="get" className={estilos.filtros} aria-label="Filtros da lista" data-sem-impressao="">
      <div className={estilos.busca}>
        <label htmlFor={`${id}-q`}>{rotuloDaBusca}</label>
        <input
          id={`${id}-q`}
          type="search"
          name="q"
          defaultValue={consulta.q}
          maxLength={100}
          className={estilos.campo}
          enterKeyHint="search"
        />
      </div>
      {extras.map((extra) => (
        <Escolha key={extra.nome} id={`${id}-${extra.nome}`} campo={extra} todos="Todas as opções" />
      ))}
      <Escolha id={`${id}-ordem`} campo={{ nome: 'ordem', rotulo: 'Ordem', valor: consulta.ordem, opcoes: ordens.map(opcaoDeOrdem) }} />
      <Escolha
        id={`${id}-por-pagina`}
        campo={{ nome: 'por_pagina', rotulo: 'Por página', valor: String(consulta.porPagina), opcoes: TAMANHOS }}
      />
      <Anos disponiveis={anosDisponiveis} escolhidos={consulta.anos} aberto={temFiltro(consulta, extras)} />
      <div className={estilos.acoes}>
        <Botao tipo="submit" icone="lucide:search">
          Aplicar filtros
        </Botao>
      </div>
    </form>
  );
}

const TAMANHOS: CampoExtra['opcoes'] = [...PAGE_SIZES]
  .sort((a, b) => a - b)
  .map((size) => ({ valor: String(size), rotulo: `${size} itens` }));

function opcaoDeOrdem(ordem: Ordem): CampoExtra['opcoes'][number] {
  return { valor: ordem, rotulo: ORDENS[ordem] };
}

interface PropsDaEscolha {
  readonly id: string;
  readonly campo: CampoExtra;
  /** Label of the empty choice; without it there is none. */
  readonly todos?: string;
}

function Escolha({ id, campo, todos }: PropsDaEscolha): ReactElement {
  return (
    <div className={estilos.escolha}>
      <label htmlFor={id}>{campo.rotulo}</label>
      <span className={estilos.moldura}>
        <select id={id} name={campo.nome} defaultValue={campo.valor} className={estilos.campo}>
          {todos === undefined ? null : <option value="">{todos}</option>}
          {campo.opcoes.map(({ valor, rotulo }) => (
            <option key={valor} value={valor}>
              {rotulo}
            </option>
          ))}
        </select>
        <Icone nome="lucide:chevron-down" tamanho="p" />
      </span>
    </div>
  );
}

interface PropsDosAnos {
  readonly disponiveis: readonly number[];
  readonly escolhidos: readonly number[];
  readonly aberto: boolean;
}

/** More than one year can be chosen; none means all. */
function Anos({ disponiveis, escolhidos, aberto }: PropsDosAnos): ReactElement | null {
  const anos = [...new Set([...disponiveis, ...escolhidos])].sort((a, b) => b - a);
  if (anos.length === 0) return null;
  return (
    <details className={estilos.anos} open={aberto || escolhidos.length > 0} suppressHydrationWarning>
      <summary>
        <Icone nome="lucide:calendar" tamanho="p" /> Escolher anos
      </summary>
      <fieldset className={estilos.grupo}>
        <legend className="somente-leitor">Anos (um ou mais; nenhum marcado mostra todos)</legend>
        {anos.map((ano) => (
          <label key={ano} className={estilos.ano}>
            <input type="checkbox" name="ano" value={ano} defaultChecked={escolhidos.includes(ano)} />
            <span>{ano}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
