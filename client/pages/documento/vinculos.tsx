import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Titulo } from '../../components/content/heading/heading.tsx';
import { Lista } from '../../components/content/list/list.tsx';
import { TextoRico } from '../../components/content/rich-text/rich-text.tsx';
import { type Coluna, Tabela } from '../../components/content/table/table.tsx';
import { nomeDaReuniao } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkExterno } from '../../components/navigation/external-link/external-link.tsx';
import { idDaAcao } from '../progestao-painel/acoes-do-painel.ts';
import estilos from './documento.module.css';
import type { Documento } from './pagina-documento.tsx';

/** What else of the content speaks of this document: meetings, accredited institutions, Pró-Gestão actions. */
export function Vinculos({ documento }: { readonly documento: Documento }): ReactElement | null {
  const { reunioes_da_ata: reunioes, instituicoes_credenciadas: instituicoes, progestao_evidencias } = documento;
  const acoes = acoesComprovadas(progestao_evidencias);
  return (
    <>
      {reunioes.map((reuniao) => (
        <Secao key={reuniao.id} titulo="A reunião registrada nesta ata">
          <Pilha espaco="p">
            <Titulo nivel={3} className={estilos.subtitulo}>
              {nomeDaReuniao(reuniao)}
            </Titulo>
            <p>
              <DataHora data={reuniao.inicio} formato="data-hora" />
              {reuniao.local === null ? null : <> · {reuniao.local}</>}
            </p>
            {reuniao.pauta_html === null ? null : <TextoRico html={reuniao.pauta_html} />}
            {reuniao.video_url === null ? null : (
              <p>
                <LinkExterno href={reuniao.video_url}>Assistir à gravação</LinkExterno>
              </p>
            )}
          </Pilha>
        </Secao>
      ))}
      {instituicoes.length === 0 ? null : <Instituicoes instituicoes={instituicoes} />}
      {acoes.length === 0 ? null : <AcoesComprovadas acoes={acoes} />}
    </>
  );
}

type Instituicao = Documento['instituicoes_credenciadas'][number];

const COLUNAS: readonly Coluna<Instituicao>[] = [
  { chave: 'nome', rotulo: 'Instituição', cabecalhoDeLinha: true, celula: ({ nome }) => nome },
  { chave: 'cnpj', rotulo: 'CNPJ', celula: ({ cnpj }) => cnpj },
  { chave: 'tipo', rotulo: 'Tipo', celula: ({ tipo }) => tipo },
  {
    chave: 'desde',
    rotulo: 'Credenciada em',
    celula: ({ credenciado_em }) => (credenciado_em === null ? null : <DataHora data={credenciado_em} formato="curta" />),
  },
  {
    chave: 'ate',
    rotulo: 'Válida até',
    celula: ({ valido_ate }) => (valido_ate === null ? null : <DataHora data={valido_ate} formato="curta" />),
  },
];

function Instituicoes({ instituicoes }: { readonly instituicoes: readonly Instituicao[] }): ReactElement {
  return (
    <Secao titulo="Instituições credenciadas">
      <Tabela
        legenda="Instituições credenciadas por este documento"
        legendaVisivel={false}
        linhas={instituicoes}
        chaveDaLinha={({ id }) => id}
        colunas={COLUNAS}
      />
    </Secao>
  );
}

type Acao = { readonly codigo: string; readonly nome: string };

/** Each action once, however many assessments cite the document. */
function acoesComprovadas(evidencias: Documento['progestao_evidencias']): readonly Acao[] {
  const acoes = evidencias.flatMap(({ avaliacao }) => (avaliacao === null ? [] : [avaliacao.acao]));
  return [...new Map(acoes.map((acao) => [acao.codigo, acao])).values()];
}

function AcoesComprovadas({ acoes }: { readonly acoes: readonly Acao[] }): ReactElement {
  return (
    <Secao titulo="Pró-Gestão">
      <p>Este documento comprova estas ações do programa:</p>
      <Lista lisa>
        {acoes.map(({ codigo, nome }) => (
          <li key={codigo}>
            <a href={`${routePath('progestaoPainel')}#${idDaAcao(codigo)}`}>
              {codigo} {nome}
            </a>
          </li>
        ))}
      </Lista>
    </Secao>
  );
}
