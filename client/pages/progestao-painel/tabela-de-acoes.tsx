import { Fragment, type ReactElement, useId } from 'react';
import { Section } from '../../components/layout/section/section.tsx';
import { AcaoDoPainel } from './acao-do-painel.tsx';
import { avaliacaoDaAcao, type Certificacao, type Dimensao, situacaoDaAvaliacao } from './acoes-do-painel.ts';
import styles from './progestao-painel.module.css';

interface Props {
  readonly dimensoes: readonly Dimensao[];
  readonly certificacao: Certificacao | undefined;
}

/** All actions in one table, by dimension. The filters are the stylesheet's, so they work without script and cost no page of their own. */
export function TabelaDeAcoes({ dimensoes, certificacao }: Props): ReactElement {
  const total = dimensoes.reduce((soma, { acoes }) => soma + acoes.length, 0);
  return (
    <Section title={`As ${total} ações`} id="acoes">
      <div className={styles.painel}>
        <Filtros dimensoes={dimensoes} certificacao={certificacao} />
        <table className={styles.tabela}>
          <caption className="somente-leitor">Ações do Pró-Gestão e a situação de cada uma</caption>
          <thead>
            <tr>
              <th scope="col">Ação</th>
              <th scope="col">Situação</th>
            </tr>
          </thead>
          {dimensoes.map((dimensao) => (
            <tbody key={dimensao.id}>
              <tr className={styles.dimensao} id={`dimensao-${dimensao.id}`}>
                <th scope="rowgroup" colSpan={2}>
                  {dimensao.id}. {dimensao.nome}
                  <span className={styles.nota}>{dimensao.descricao}</span>
                </th>
              </tr>
              {dimensao.acoes.map((acao) => (
                <AcaoDoPainel
                  key={acao.codigo}
                  acao={acao}
                  avaliacao={avaliacaoDaAcao(certificacao, acao.codigo)}
                  level={certificacao?.nivel_progestao ?? null}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Section>
  );
}

/** The situations that occur, each with its number of actions. */
function Filtros({ dimensoes, certificacao }: Props): ReactElement {
  const id = useId();
  const acoes = dimensoes.flatMap((dimensao) => dimensao.acoes);
  const situacoes = new Map<string, { readonly rotulo: string; readonly total: number }>();
  for (const { codigo } of acoes) {
    const avaliacao = avaliacaoDaAcao(certificacao, codigo);
    const valor = situacaoDaAvaliacao(avaliacao);
    const rotulo = avaliacao?.situacao_progestao.rotulo ?? 'Não avaliada';
    situacoes.set(valor, { rotulo, total: (situacoes.get(valor)?.total ?? 0) + 1 });
  }
  return (
    <fieldset className={styles.filtros} data-sem-impressao="">
      <legend className="somente-leitor">Mostrar só as ações</legend>
      {[['', { rotulo: 'Todas', total: acoes.length }] as const, ...situacoes].map(([valor, { rotulo, total }]) => (
        <Fragment key={valor}>
          <input type="radio" name={id} id={`${id}${valor}`} value={valor} defaultChecked={valor === ''} className="somente-leitor" />
          <label htmlFor={`${id}${valor}`}>
            {rotulo} ({total})
          </label>
        </Fragment>
      ))}
      <input type="checkbox" id={`${id}-essencial`} value="essencial" className="somente-leitor" />
      <label htmlFor={`${id}-essencial`}>Só as essenciais</label>
    </fieldset>
  );
}
