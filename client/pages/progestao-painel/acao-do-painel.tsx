import type { ReactElement } from 'react';
import { Selo } from '../../components/content/badge/badge.tsx';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Titulo } from '../../components/content/heading/heading.tsx';
import { Lista } from '../../components/content/list/list.tsx';
import { LinkDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { LinkExterno } from '../../components/navigation/external-link/external-link.tsx';
import type { Tom } from '../../components/types.ts';
import { type Acao, type Avaliacao, idDaAcao, requisitosDoNivel } from './acoes-do-painel.ts';
import estilos from './progestao-painel.module.css';

interface Props {
  readonly acao: Acao;
  readonly avaliacao: Avaliacao | undefined;
  readonly nivel: { readonly rotulo: string; readonly ordem: number } | null;
}

const TONS: Readonly<Record<string, Tom>> = { atendida: 'sucesso', parcial: 'alerta', em_andamento: 'info', nao_atendida: 'erro' };

/** One action: what it is for, how it was assessed, what proves it and what each level asks. */
export function AcaoDoPainel({ acao, avaliacao, nivel }: Props): ReactElement {
  const { codigo, nome, essencial, objetivo } = acao;
  return (
    <article className={estilos.acao} id={idDaAcao(codigo)}>
      <Titulo nivel={3} className={estilos.nome}>
        {codigo} {nome}
      </Titulo>
      <p className={estilos.selos}>
        {avaliacao === undefined ? (
          <Selo>Não avaliada</Selo>
        ) : (
          <Selo tom={TONS[avaliacao.situacao_progestao.valor] ?? 'neutro'}>{avaliacao.situacao_progestao.rotulo}</Selo>
        )}
        {avaliacao?.nivel_progestao ? <Selo tom="primario">{avaliacao.nivel_progestao.rotulo}</Selo> : null}
        {essencial ? <Selo>Essencial</Selo> : null}
      </p>
      <p>{objetivo}</p>
      {avaliacao === undefined ? null : <Evidencias avaliacao={avaliacao} />}
      <Requisitos acao={acao} nivel={nivel} />
    </article>
  );
}

function Evidencias({ avaliacao: { observacao, avaliado_em, evidencias } }: { readonly avaliacao: Avaliacao }): ReactElement {
  return (
    <>
      {observacao === null ? null : <p>{observacao}</p>}
      {evidencias.length === 0 ? (
        <p className={estilos.nota}>Nenhum documento foi ligado a esta ação.</p>
      ) : (
        <div>
          <p className={estilos.rotulo}>O que comprova</p>
          <Lista>
            {evidencias.map((evidencia) => (
              <li key={evidencia.id}>
                <Evidencia evidencia={evidencia} />
              </li>
            ))}
          </Lista>
        </div>
      )}
      <p className={estilos.nota}>
        <DataHora data={avaliado_em} prefixo="Avaliada em" />
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
  return url.startsWith('/') ? <a href={url}>{descricao}</a> : <LinkExterno href={url}>{descricao}</LinkExterno>;
}

function Requisitos({ acao, nivel }: Pick<Props, 'acao' | 'nivel'>): ReactElement | null {
  if (acao.requisitos.length === 0) return null;
  const exigidos = new Set(nivel === null ? [] : requisitosDoNivel(acao, nivel.ordem).map(({ id }) => id));
  return (
    <details className={estilos.requisitos} suppressHydrationWarning>
      <summary>
        O que cada nível pede<span className="somente-leitor">: {acao.nome}</span>
      </summary>
      <Lista>
        {acao.requisitos.map(({ id, descricao, nivel_progestao }) => (
          <li key={id}>
            <strong>{nivel_progestao.rotulo} em diante:</strong> {descricao}
            {exigidos.has(id) ? ' (vale para o nível atual)' : ''}
          </li>
        ))}
      </Lista>
    </details>
  );
}
