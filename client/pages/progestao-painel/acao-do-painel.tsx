import type { ReactElement } from 'react';
import { safeAddress } from '../../../shared/html/address.ts';
import { Badge, type Tone } from '../../components/content/badge/badge.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { Icon } from '../../components/media/icon/icon.tsx';
import { ExternalLink } from '../../components/navigation/link/link.tsx';
import { type Acao, type Avaliacao, idDaAcao, requisitosDoNivel, situacaoDaAvaliacao } from './acoes-do-painel.ts';
import styles from './progestao-painel.module.css';

interface Props {
  readonly acao: Acao;
  readonly avaliacao: Avaliacao | undefined;
  readonly level: { readonly rotulo: string; readonly ordem: number } | null;
}

const TONES: Readonly<Record<string, Tone>> = { atendida: 'success', parcial: 'warning', em_andamento: 'info', nao_atendida: 'error' };

/** One action as a row; what it is for, its evidence and the requirements of each level are the next row, shown while the first is open. */
export function AcaoDoPainel({ acao, avaliacao, level }: Props): ReactElement {
  const { codigo, nome, essencial, objetivo } = acao;
  const marcas = { 'data-situacao': situacaoDaAvaliacao(avaliacao), 'data-essencial': essencial ? '' : undefined };
  return (
    <>
      <tr className={styles.acao} id={idDaAcao(codigo)} {...marcas}>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is in the summary */}
        <th scope="row">
          <details suppressHydrationWarning>
            <summary className={styles.nome}>
              {codigo} {nome}
              {'\u00a0'}
              <Icon name="lucide:chevron-down" size="s" />
            </summary>
          </details>
        </th>
        <td>
          {avaliacao === undefined ? (
            <Badge>Não avaliada</Badge>
          ) : (
            <Badge tone={TONES[avaliacao.situacao_progestao.valor] ?? 'neutral'}>{avaliacao.situacao_progestao.rotulo}</Badge>
          )}
          <span className={styles.nota}>
            {[avaliacao?.nivel_progestao?.rotulo, essencial ? 'Essencial' : undefined].filter(Boolean).join(', ')}
          </span>
        </td>
      </tr>
      <tr className={styles.explicacao} {...marcas}>
        <td colSpan={2}>
          <div className={styles.corpo}>
            <p>{objetivo}</p>
            {avaliacao === undefined ? null : <Evidencias avaliacao={avaliacao} />}
            <Requisitos acao={acao} level={level} />
          </div>
        </td>
      </tr>
    </>
  );
}

function Evidencias({ avaliacao: { observacao, avaliado_em, evidencias } }: { readonly avaliacao: Avaliacao }): ReactElement {
  return (
    <>
      {observacao === null ? null : <p>{observacao}</p>}
      {evidencias.length === 0 ? (
        <p className={styles.nota}>Nenhum documento foi ligado a esta ação.</p>
      ) : (
        <div>
          <p className={styles.rotulo}>O que comprova</p>
          <List>
            {evidencias.map((evidencia) => (
              <li key={evidencia.id}>
                <Evidencia evidencia={evidencia} />
              </li>
            ))}
          </List>
        </div>
      )}
      <p className={styles.nota}>
        <DateTime date={avaliado_em} prefix="Avaliada em" />
      </p>
    </>
  );
}

function Evidencia({ evidencia: { descricao, documento, url } }: { readonly evidencia: Avaliacao['evidencias'][number] }): ReactElement {
  if (documento !== null) {
    return (
      <>
        {descricao}: <LinkDoDocumento documento={documento} />
      </>
    );
  }
  // A document that is no longer published leaves its description, so that the gap shows.
  if (url === null) return <>{descricao} (documento não publicado)</>;
  const endereco = safeAddress(url);
  if (endereco?.startsWith('/') === true) return <a href={endereco}>{descricao}</a>;
  return <ExternalLink href={url}>{descricao}</ExternalLink>;
}

function Requisitos({ acao, level }: Pick<Props, 'acao' | 'level'>): ReactElement | null {
  if (acao.requisitos.length === 0) return null;
  const exigidos = new Set(level === null ? [] : requisitosDoNivel(acao, level.ordem).map(({ id }) => id));
  return (
    <div>
      <p className={styles.rotulo}>O que cada nível pede</p>
      <List>
        {acao.requisitos.map(({ id, descricao, nivel_progestao }) => (
          <li key={id}>
            <strong>{nivel_progestao.rotulo} em diante:</strong> {descricao}
            {exigidos.has(id) ? ' (vale para o nível atual)' : ''}
          </li>
        ))}
      </List>
    </div>
  );
}
