/** The list of cases: by term, with what is late marked, filtered by its address. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { Link, Loading, Title } from 'react-admin';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { STAFF_EXPORT_PATH } from '../../../shared/cases/addresses.ts';
import { laterDay, readInboxFilter, SOON_DAYS } from '../../../shared/cases/inbox-filter.ts';
import { staffSituationLabel } from '../../../shared/cases/situations.ts';
import { TIPOS_DE_MANIFESTACAO } from '../../../shared/cases/vocabulary.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import type { RunGraphql } from '../data/graphql.ts';
import { SteadyButton } from '../forms/steady-button.tsx';
import { NoCasesScreen } from '../screens/unavailable-screens.tsx';
import { CasesContext } from '../session/contexts.ts';
import { useNow } from '../time/clock.ts';
import { useTimeZone, writtenDayOf } from '../time/institution-time.ts';
import { channelName, termWords } from './case-words.ts';
import { type InboxRow, LAST_PAGE, readInbox, readInboxChoices } from './inbox.ts';
import { InboxFilters } from './inbox-filters.tsx';

const ASK_AGAIN_MS = 30_000;

/** Two lines of what the citizen wrote tell one case from the next. */
const BEGINNING = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  maxWidth: '26rem',
} as const;

/** Columns that a narrow screen leaves out. */
const WIDE_ONLY = { display: { xs: 'none', md: 'table-cell' } };

/** Draws the list that the address asks for. */
export function InboxScreen(): ReactElement {
  const run = use(CasesContext);
  return run === null ? <NoCasesScreen /> : <Inbox run={run} />;
}

function Inbox({ run }: { readonly run: RunGraphql }): ReactElement {
  const [query, setQuery] = useSearchParams();
  const timeZone = useTimeZone();
  const today = localDay(useNow(), timeZone);
  const filter = readInboxFilter(query);
  const page = Math.min(Math.max(1, Math.trunc(Number(query.get('pagina') ?? '1')) || 1), LAST_PAGE);
  const { data: choices } = useQuery({ queryKey: ['inbox-choices'], queryFn: () => readInboxChoices(run), staleTime: 300_000 });
  const { data, error } = useQuery({
    queryKey: ['inbox', filter, page, today],
    queryFn: () => readInbox(run, filter, page, today),
    refetchInterval: ASK_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
  const goTo = (changes: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries({ pagina: '', ...changes })) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    setQuery(next);
  };
  const go = (name: string, value: string): void => goTo({ [name]: value });
  return (
    <Box sx={{ mt: 2, mb: 4 }}>
      <Title title="Casos dos cidadãos" />
      <Button component={RouterLink} to="/casos/novo" variant="outlined" sx={{ mb: 2 }}>
        Registrar um caso
      </Button>
      {choices === undefined ? null : <InboxFilters filter={filter} choices={choices} onChange={go} onSearch={goTo} />}
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Typography role="alert">A lista não pôde ser lida. Tente de novo em instantes.</Typography>
        )
      ) : (
        <>
          <Typography component="output">{countWords(data.rows.length, page)}</Typography>
          {data.rows.length === 0 ? null : <Rows rows={data.rows} today={today} timeZone={timeZone} />}
          <Box component="nav" aria-label="Páginas da lista" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
            <SteadyButton isIdle={page === 1} onClick={() => go('pagina', page === 2 ? '' : String(page - 1))}>
              Página anterior
            </SteadyButton>
            <SteadyButton isIdle={!data.hasNext} onClick={() => go('pagina', String(page + 1))}>
              Próxima página
            </SteadyButton>
            <Button href={`${STAFF_EXPORT_PATH}?${query.toString()}`} download>
              Baixar a lista (CSV)
            </Button>
          </Box>
        </>
      )}
    </Box>
  );
}

function countWords(count: number, page: number): string {
  if (count === 0) return 'Nenhum caso com estes filtros.';
  return `${count === 1 ? '1 caso' : `${count} casos`} na página ${page}.`;
}

interface RowsProps {
  readonly rows: readonly InboxRow[];
  readonly today: string;
  readonly timeZone: string;
}

function Rows({ rows, today, timeZone }: RowsProps): ReactElement {
  return (
    <TableContainer component={Paper}>
      <Table size="small" aria-label="Casos">
        <TableHead>
          <TableRow>
            <TableCell>Caso</TableCell>
            <TableCell>Prazo</TableCell>
            <TableCell sx={WIDE_ONLY}>Situação</TableCell>
            <TableCell sx={WIDE_ONLY}>Assunto</TableCell>
            <TableCell sx={WIDE_ONLY}>Área</TableCell>
            <TableCell sx={WIDE_ONLY}>Chegou em</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.id} hover>
              <TableCell component="th" scope="row">
                <Link to={`/casos/${row.id}`}>{row.protocolo}</Link>
                <Box component="span" sx={{ display: 'block' }}>
                  {kindWords(row)}
                  {row.demonstracao ? ', demonstração' : ''}
                </Box>
                {row.reaberto_em === null ? null : (
                  <Chip size="small" variant="outlined" label={`Reaberta em ${writtenDayOf(row.reaberto_em, timeZone)}`} />
                )}
                <Box component="span" sx={{ display: { xs: 'block', md: 'none' } }}>
                  {staffSituationLabel(row.situacao)}
                </Box>
                {row.inicio === null ? null : (
                  <Typography component="span" variant="body2" color="textSecondary" sx={BEGINNING}>
                    {row.inicio}
                  </Typography>
                )}
              </TableCell>
              <TableCell>
                <Term row={row} today={today} />
                <ComplaintTerm row={row} today={today} />
                <AreaTerm row={row} today={today} />
              </TableCell>
              <TableCell sx={WIDE_ONLY}>{staffSituationLabel(row.situacao)}</TableCell>
              <TableCell sx={WIDE_ONLY}>{row.assunto?.nome ?? ''}</TableCell>
              <TableCell sx={WIDE_ONLY}>{row.unidade?.nome ?? ''}</TableCell>
              <TableCell sx={WIDE_ONLY}>{writtenDayOf(row.registrado_em, timeZone)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** The channel, and of a manifestation what it is. */
function kindWords({ canal, tipo }: Pick<InboxRow, 'canal' | 'tipo'>): string {
  const kind = TIPOS_DE_MANIFESTACAO.find(({ value }) => value === tipo)?.label;
  return kind === undefined ? channelName(canal) : `${channelName(canal)}, ${kind.toLowerCase()}`;
}

/** What is late and what is soon stands out by its words and its frame, not by its colour alone. */
function Term({ row, today }: { readonly row: InboxRow; readonly today: string }): ReactElement | null {
  const words = termWords(row, today);
  if (words === '' || row.prazo_em === null) return null;
  if (row.prazo_suspenso) return <>{words}</>;
  if (row.prazo_em < today) return <Mark color="error" label="Atrasado" words={words} />;
  return row.prazo_em <= laterDay(today, SOON_DAYS) ? <Mark color="warning" label="A vencer" words={words} /> : <>{words}</>;
}

/** The term of the complaint that no answer came, below that of the answer. */
function ComplaintTerm({ row: { reclamacao_ate: term }, today }: { readonly row: InboxRow; readonly today: string }): ReactElement | null {
  if (term === null) return null;
  return (
    <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
      <Mark color="error" label="Reclamação" words={termWords({ aberto: true, prazo_em: term }, today)} />
    </Box>
  );
}

/** The area's own term, below that of the citizen. */
function AreaTerm({ row: { area_prazo_em: term }, today }: { readonly row: InboxRow; readonly today: string }): ReactElement | null {
  if (term === null) return null;
  const words = `Área: ${termWords({ aberto: true, prazo_em: term }, today)}`;
  return (
    <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
      {term < today ? <Mark color="error" label="Área atrasada" words={words} /> : words}
    </Box>
  );
}

function Mark({
  color,
  label,
  words,
}: {
  readonly color: 'error' | 'warning';
  readonly label: string;
  readonly words: string;
}): ReactElement {
  return (
    <>
      <Chip size="small" variant="outlined" color={color} label={label} sx={{ mr: 1 }} />
      {words}
    </>
  );
}
