/** The first screen of the day: what is due, what is scheduled, what is broken, what is not finished, and what was done last. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useContext } from 'react';
import { Link, Loading, Title } from 'react-admin';
import { AccessContext, GraphqlContext } from '../session/contexts.ts';
import { Demonstration } from './first-day/demonstration.tsx';
import { FirstSteps } from './first-day/first-steps.tsx';
import {
  type BrokenLink,
  type Change,
  type Draft,
  type FirstDayReport,
  type LateCategory,
  type NamedRow,
  readReport,
  type ScheduledRow,
} from './first-day/report.ts';
import { oneOf, ReportCard, RowLink } from './first-day/report-card.tsx';

/** As wide as a card can be read, as many beside each other as the screen has room for. */
const GRID = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 24rem), 1fr))',
  alignItems: 'start',
  mt: 2,
};

/** Draws the first screen. */
export function Dashboard(): ReactElement {
  const run = useContext(GraphqlContext);
  const access = useContext(AccessContext);
  const { data, error, isPending } = useQuery({
    queryKey: ['first-day', access.size],
    queryFn: async () => (run === null ? {} : readReport(run, access)),
    enabled: access.size > 0,
  });
  return (
    <>
      <Title title="Início" />
      {error === null ? null : <Typography role="alert">Os relatórios não puderam ser lidos. O menu continua valendo.</Typography>}
      {isPending ? <Loading /> : <Reports report={data ?? {}} />}
    </>
  );
}

function Reports({ report }: { readonly report: FirstDayReport }): ReactElement {
  return (
    <>
      <FirstSteps report={report} />
      <Demonstration report={report} />
      <Typography sx={{ mt: 2 }}>
        O que você publica aparece no site na hora.{' '}
        <Button href="/" target="_blank" rel="noopener">
          Abrir o site em outra aba
        </Button>
      </Typography>
      <Box sx={GRID}>
        <ReportCard
          title="Publicações atrasadas"
          about="Categorias cujo prazo passou sem documento do período."
          rows={report.late}
          keyOf={({ slug }) => slug}
        >
          {(row) => <LateRow row={row} />}
        </ReportCard>
        <ReportCard
          title="Agendado"
          about="Aparece ou sai do site sozinho."
          rows={report.scheduled}
          keyOf={({ tabela, chave, acao }) => `${tabela} ${chave} ${acao}`}
        >
          {(row) => <ScheduledText row={row} />}
        </ReportCard>
        <ReportCard
          title="Não terminado"
          about="Textos seus que não foram salvos."
          rows={report.drafts}
          keyOf={({ tabela, chave }) => `${tabela} ${chave ?? ''}`}
        >
          {(row) => <DraftText row={row} />}
        </ReportCard>
        <ReportCard title="Páginas a rever" about="A data marcada para a revisão chegou." rows={report.toReview} keyOf={keyOfRow}>
          {(row) => <RowLink table="pagina" id={row.id} text={nameOf(row)} />}
        </ReportCard>
        <ReportCard
          title="Links quebrados"
          about="Levam a algo que saiu do site ou nunca existiu."
          rows={report.brokenLinks}
          keyOf={({ tabela, chave, destino }) => `${tabela} ${chave} ${destino}`}
        >
          {(row) => <BrokenLinkText row={row} />}
        </ReportCard>
        <ReportCard
          title="Documentos sem arquivo"
          about="Nem arquivo nem endereço em outro portal."
          rows={report.withoutFile}
          keyOf={keyOfRow}
        >
          {(row) => <RowLink table="documento" id={row.id} text={nameOf(row)} />}
        </ReportCard>
        <ReportCard
          title="Imagens sem texto alternativo"
          about="Quem não vê a imagem não sabe o que ela mostra."
          rows={report.withoutAlternative}
          keyOf={keyOfRow}
        >
          {(row) => <RowLink table="arquivo" id={row.id} text={nameOf(row)} />}
        </ReportCard>
        <ReportCard
          title="PDFs sem texto"
          about="São imagens: a busca e os leitores de tela não os leem."
          rows={report.withoutText}
          keyOf={keyOfRow}
        >
          {(row) => <RowLink table="arquivo" id={row.id} text={nameOf(row)} />}
        </ReportCard>
        <ReportCard title="Últimas alterações" about="Quem mudou o quê." rows={report.changes} keyOf={({ id }) => String(id)}>
          {(row) => <ChangeText row={row} />}
        </ReportCard>
      </Box>
    </>
  );
}

function LateRow({ row: { slug, rotulo, resumo } }: { readonly row: LateCategory }): ReactElement {
  const source = encodeURIComponent(JSON.stringify({ categoria_slug: slug }));
  return (
    <>
      <Link to={`/documento/create?source=${source}`}>{`Publicar em ${rotulo}`}</Link>
      {resumo?.atrasada_desde === null || resumo === null ? null : `, atrasada desde ${dayOf(resumo.atrasada_desde)}`}
    </>
  );
}

const ACTIONS: Readonly<Record<ScheduledRow['acao'], string>> = { publica: 'aparece', encerra: 'encerra', retira: 'sai do site' };

function ScheduledText({ row }: { readonly row: ScheduledRow }): ReactElement {
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={row.titulo} /> {`${ACTIONS[row.acao]} em ${momentOf(row.momento)}`}
    </>
  );
}

function DraftText({ row }: { readonly row: Draft }): ReactElement {
  const text = row.chave === null ? `Novo: ${oneOf(row.tabela)}` : `${oneOf(row.tabela)} ${row.chave}`;
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={text} /> {`de ${momentOf(row.atualizado_em)}`}
    </>
  );
}

function BrokenLinkText({ row }: { readonly row: BrokenLink }): ReactElement {
  return (
    <>
      <RowLink table={row.tabela} id={row.chave} text={`${oneOf(row.tabela)} ${row.chave}`} /> {`leva a ${row.destino}`}
    </>
  );
}

const OPERATIONS: Readonly<Record<Change['operacao'], string>> = { INSERT: 'criou', UPDATE: 'alterou', DELETE: 'excluiu' };

function ChangeText({ row }: { readonly row: Change }): ReactElement {
  const name = `${oneOf(row.tabela)} ${row.chave}`;
  return (
    <>
      {`${row.autor?.nome ?? 'Alguém que saiu'} ${OPERATIONS[row.operacao]} `}
      {row.operacao === 'DELETE' ? name : <RowLink table={row.tabela} id={row.chave} text={name} />} {`em ${momentOf(row.ocorrido_em)}`}
    </>
  );
}

function keyOfRow({ id }: NamedRow): string {
  return String(id);
}

function nameOf({ titulo, nome, id }: NamedRow): string {
  return titulo ?? nome ?? String(id);
}

/** A day has no time zone. */
function dayOf(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString('pt-BR');
}

function momentOf(moment: string): string {
  return new Date(moment).toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' });
}
