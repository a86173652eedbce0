import type { ReactElement } from 'react';
import { Icone } from '../../media/icon/icon.tsx';
import estilos from './search-box.module.css';

interface Props {
  /** Path that answers the form (GET). */
  readonly acao: string;
  readonly id: string;
  readonly rotulo: string;
  readonly rotuloVisivel?: boolean;
  readonly valor?: string | undefined;
  readonly nome?: string;
  readonly dica?: string | undefined;
  readonly botao?: string;
}

/** A search form that works without script. */
export function CaixaDeBusca(props: Props): ReactElement {
  const { acao, id, rotulo, rotuloVisivel = true, valor, nome = 'q', dica, botao = 'Buscar' } = props;
  return (
    <search aria-label={rotulo} data-sem-impressao="">
      <form action={acao} method="get" className={estilos.caixa}>
        <label htmlFor={id} className={rotuloVisivel ? estilos.rotulo : 'somente-leitor'}>
          {rotulo}
        </label>
        {dica === undefined ? null : (
          <p id={`${id}-dica`} className={estilos.dica}>
            {dica}
          </p>
        )}
        <div className={estilos.linha}>
          <input
            type="search"
            id={id}
            name={nome}
            defaultValue={valor}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            aria-describedby={dica === undefined ? undefined : `${id}-dica`}
            className={estilos.campo}
          />
          <button type="submit" className={estilos.botao}>
            <Icone nome="lucide:search" />
            <span>{botao}</span>
          </button>
        </div>
      </form>
    </search>
  );
}
