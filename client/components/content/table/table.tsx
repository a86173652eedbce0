import { type ReactElement, type ReactNode, useId } from 'react';
import { classes } from '../../class-names.ts';
import estilos from './table.module.css';

export interface Coluna<Linha> {
  readonly chave: string;
  readonly rotulo: string;
  /** 'fim' for numbers. */
  readonly alinhar?: 'inicio' | 'fim';
  /** The cell names its row. */
  readonly cabecalhoDeLinha?: boolean;
  readonly celula: (linha: Linha) => ReactNode;
}

interface Props<Linha> {
  readonly legenda: string;
  readonly legendaVisivel?: boolean;
  readonly colunas: readonly Coluna<Linha>[];
  readonly linhas: readonly Linha[];
  readonly chaveDaLinha: (linha: Linha) => string | number;
  readonly vazio?: string;
}

/** A table of data. Where it is wider than the screen it scrolls inside a region that the keyboard reaches. */
export function Tabela<Linha>(props: Props<Linha>): ReactElement {
  const { legenda, legendaVisivel = true, colunas, linhas, chaveDaLinha, vazio = 'Nenhuma informação.' } = props;
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls only what takes the focus (WCAG 2.1.1)
    <section className={estilos.regiao} aria-labelledby={id} tabIndex={0}>
      <table className={estilos.tabela}>
        <caption id={id} className={legendaVisivel ? estilos.legenda : 'somente-leitor'}>
          {legenda}
        </caption>
        <thead>
          <tr>
            {colunas.map((coluna) => (
              <th key={coluna.chave} scope="col" className={classes(coluna.alinhar === 'fim' && estilos.fim)}>
                {coluna.rotulo}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linhas.length === 0 ? (
            <tr>
              <td colSpan={colunas.length}>{vazio}</td>
            </tr>
          ) : null}
          {linhas.map((linha) => (
            <tr key={chaveDaLinha(linha)}>
              {colunas.map((coluna) => (
                <Celula key={coluna.chave} coluna={coluna} linha={linha} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Celula<Linha>({ coluna, linha }: { readonly coluna: Coluna<Linha>; readonly linha: Linha }): ReactElement {
  const className = classes(coluna.alinhar === 'fim' && estilos.fim);
  return coluna.cabecalhoDeLinha === true ? (
    <th scope="row" className={className}>
      {coluna.celula(linha)}
    </th>
  ) : (
    <td className={className}>{coluna.celula(linha)}</td>
  );
}
