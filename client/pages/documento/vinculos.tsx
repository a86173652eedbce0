import type { ReactElement } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Heading } from '../../components/content/heading/heading.tsx';
import { List, RichText } from '../../components/content/rich-text/rich-text.tsx';
import { type Column, Table } from '../../components/content/table/table.tsx';
import { nomeDaReuniao } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ExternalLink } from '../../components/navigation/link/link.tsx';
import { idDaAcao } from '../progestao-painel/acoes-do-painel.ts';
import type { Documento } from './arquivos-do-documento.tsx';
import styles from './documento.module.css';

/** Rows that refer to this document: meetings, accredited institutions and Pró-Gestão actions. */
export function Vinculos({ documento }: { readonly documento: Documento }): ReactElement | null {
  const { reunioes_da_ata: reunioes, instituicoes_credenciadas: instituicoes, progestao_evidencias } = documento;
  const acoes = acoesComprovadas(progestao_evidencias);
  return (
    <>
      {reunioes.map((reuniao) => (
        <Section key={reuniao.id} title="A reunião registrada nesta ata">
          <Stack gap="s">
            <Heading level={3} className={styles.subtitulo}>
              {nomeDaReuniao(reuniao)}
            </Heading>
            <p>
              <DateTime date={reuniao.inicio} format="date-time" />
              {reuniao.local === null ? null : <>{`\u00a0· ${reuniao.local}`}</>}
            </p>
            {reuniao.pauta_html === null ? null : <RichText html={reuniao.pauta_html} />}
            {reuniao.video_url === null ? null : (
              <p>
                <ExternalLink href={reuniao.video_url}>Assistir à gravação</ExternalLink>
              </p>
            )}
          </Stack>
        </Section>
      ))}
      {instituicoes.length === 0 ? null : <Instituicoes instituicoes={instituicoes} />}
      {acoes.length === 0 ? null : <AcoesComprovadas acoes={acoes} />}
    </>
  );
}

type Instituicao = Documento['instituicoes_credenciadas'][number];

const COLUNAS: readonly Column<Instituicao>[] = [
  { key: 'nome', label: 'Instituição', rowHeader: true, cell: ({ nome }) => nome },
  { key: 'cnpj', label: 'CNPJ', cell: ({ cnpj }) => cnpj },
  { key: 'tipo', label: 'Tipo', cell: ({ tipo }) => tipo },
  {
    key: 'desde',
    label: 'Credenciada em',
    cell: ({ credenciado_em }) => (credenciado_em === null ? null : <DateTime date={credenciado_em} format="short" />),
  },
  {
    key: 'ate',
    label: 'Válida até',
    cell: ({ valido_ate }) => (valido_ate === null ? null : <DateTime date={valido_ate} format="short" />),
  },
];

function Instituicoes({ instituicoes }: { readonly instituicoes: readonly Instituicao[] }): ReactElement {
  return (
    <Section title="Instituições credenciadas">
      <Table
        caption="Instituições credenciadas por este documento"
        captionVisible={false}
        rows={instituicoes}
        rowKey={({ id }) => id}
        columns={COLUNAS}
      />
    </Section>
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
    <Section title="Pró-Gestão">
      <p>Este documento comprova estas ações do programa:</p>
      <List plain>
        {acoes.map(({ codigo, nome }) => (
          <li key={codigo}>
            <a href={`${routePath('progestaoPainel')}#${idDaAcao(codigo)}`}>
              {codigo} {nome}
            </a>
          </li>
        ))}
      </List>
    </Section>
  );
}
