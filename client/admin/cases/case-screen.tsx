/** One case: what the citizen wrote, what happened, what may be done now. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use, useRef } from 'react';
import { Link, Loading, Title } from 'react-admin';
import { useParams } from 'react-router-dom';
import { answerLabel, groundLabel, staffSituationLabel } from '../../../shared/cases/situations.ts';
import { RESPOSTAS, TIPOS_DE_MANIFESTACAO } from '../../../shared/cases/vocabulary.ts';
import { localDay } from '../../../shared/time/local-day.ts';
import type { RunGraphql } from '../data/graphql.ts';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import { NoCasesScreen, UnavailableScreen } from '../screens/unavailable-screens.tsx';
import { CasesContext } from '../session/contexts.ts';
import { useNow } from '../time/clock.ts';
import { useTimeZone, writtenDay, writtenMoment } from '../time/institution-time.ts';
import { CaseAppeal } from './case-appeal.tsx';
import { CasePerson } from './case-person.tsx';
import { CasePresence } from './case-presence.tsx';
import { type CaseRecord, readCase } from './case-record.ts';
import { CaseSteps } from './case-steps.tsx';
import { channelName, FORMATS, IDENTIFICATIONS, LONG_TEXT, SOLVED, termWords } from './case-words.ts';
import { type CaseDraft, useCaseDraft } from './drafts/use-case-draft.ts';
import { Facts } from './facts.tsx';
import { CaseFiles } from './history/case-files.tsx';
import { CaseTimeline } from './history/case-timeline.tsx';

const ASK_AGAIN_MS = 30_000;

const TO_THE_LIST = { to: '/casos', label: 'Voltar à lista de casos' };

/** Draws the case that the address names. */
export function CaseScreen(): ReactElement {
  const run = use(CasesContext);
  const { id = '' } = useParams();
  if (run === null) return <NoCasesScreen />;
  return <OpenedScreen key={id} run={run} id={id} />;
}

function OpenedScreen({ run, id }: { readonly run: RunGraphql; readonly id: string }): ReactElement {
  const { data, isPending, refetch } = useQuery({
    queryKey: ['case', id],
    queryFn: () => readCase(run, id),
    refetchInterval: ASK_AGAIN_MS,
  });
  const draft = useCaseDraft(id);
  if (isPending) return <Loading />;
  if (data === undefined)
    return <UnavailableScreen title="Caso" reason="O caso não pôde ser lido. Tente de novo em instantes." back={TO_THE_LIST} />;
  if (data === null) return <UnavailableScreen title="Caso" reason="Este caso não existe." back={TO_THE_LIST} />;
  const { record } = data;
  return (
    <Box sx={{ maxWidth: '60rem', width: '100%', mb: 4 }}>
      <Title title={`${record.protocolo}, ${channelName(record.canal)}`} />
      <p>
        <Link to={TO_THE_LIST.to}>{TO_THE_LIST.label}</Link>
      </p>
      <CasePresence run={run} id={id} />
      <Standing record={record} />
      <Written run={run} record={record} draft={draft} onChanged={refetch} />
      {record.recursos.map((appeal) => (
        <CaseAppeal key={`${appeal.tipo} ${appeal.instancia}`} appeal={appeal} />
      ))}
      <CaseSteps run={run} opened={data} draft={draft} onChanged={refetch} />
      <CasePerson run={run} record={record} onRead={refetch} />
      <CaseTimeline record={record} />
    </Box>
  );
}

/** Where the case stands: its state and how much of its term is left. */
function Standing({ record }: { readonly record: CaseRecord }): ReactElement {
  const timeZone = useTimeZone();
  const today = localDay(useNow(), timeZone);
  const isLate = record.aberto && !record.prazo_suspenso && record.prazo_em !== null && record.prazo_em < today;
  const term = termWords(record, today);
  const kind = record.tipo_resposta === null ? null : answerLabel(record.tipo_resposta);
  const ground = record.fundamento_negativa === null ? null : groundLabel(record.fundamento_negativa);
  return (
    <>
      <Alert severity={isLate ? 'error' : 'info'} icon={false}>
        <strong>{staffSituationLabel(record.situacao)}</strong>
        {term === '' ? '' : `: ${term}`}
      </Alert>
      <ComplaintTerm record={record} today={today} />
      <AreaTerm record={record} today={today} />
      {record.reaberto_em === null ? null : (
        <Alert severity="warning" icon={false} sx={{ mt: 1 }}>
          <strong>Reaberta pelo cidadão</strong>
          {` em ${writtenMoment(record.reaberto_em, timeZone)}. Não pode ser reaberta de novo.`}
        </Alert>
      )}
      {record.demonstracao ? <Alert severity="info">Caso de demonstração.</Alert> : null}
      <Facts
        facts={[
          ['Chegou em', writtenMoment(record.registrado_em, timeZone)],
          ['Por', ENTRIES[record.canal_entrada] ?? record.canal_entrada],
          ['Tipo', labelIn(TIPOS_DE_MANIFESTACAO, record.tipo)],
          ['Assunto', record.assunto?.nome ?? null],
          ['Área', record.unidade?.nome ?? null],
          ['Identificação', labelIn(IDENTIFICATIONS, record.identificacao)],
          ['Prorrogado', record.prorrogacao_justificativa],
          ['Respondido em', record.respondido_em === null ? null : writtenMoment(record.respondido_em, timeZone)],
          ['Tipo da resposta', ground === null ? kind : `${kind ?? ''}: ${ground}`],
          [
            record.canal === 'sic' ? 'O cidadão pode recorrer até' : 'O cidadão pode reabrir até',
            record.recurso_ate === null || record.reaberto_em !== null ? null : writtenDay(record.recurso_ate),
          ],
          ['Encerrado em', record.concluido_em === null ? null : writtenMoment(record.concluido_em, timeZone)],
          ['Enviado a', record.orgao_destino],
          ['O cidadão diz que foi resolvido', labelIn(SOLVED, record.resolutividade)],
          ['Avaliação', record.satisfacao === null ? null : `${record.satisfacao} de 5. ${record.satisfacao_texto ?? ''}`],
        ]}
      />
    </>
  );
}

/** Shows until when the complaint that no answer came is decided. The answer ends it too. */
function ComplaintTerm({ record, today }: { readonly record: CaseRecord; readonly today: string }): ReactElement | null {
  const term = record.reclamacao_ate;
  if (term === null) return null;
  return (
    <Alert severity="error" icon={false} sx={{ mt: 1 }}>
      <strong>O cidadão reclamou da falta de resposta</strong>
      {`. Prazo da decisão: ${termWords({ aberto: true, prazo_em: term }, today)}. Responder ao pedido também encerra a reclamação.`}
    </Alert>
  );
}

/** Shows the term of the area that was asked for its part. It does not change the term of the citizen. */
function AreaTerm({ record, today }: { readonly record: CaseRecord; readonly today: string }): ReactElement | null {
  const { area_prazo_em: term, area_prorrogado_em: extended, unidade } = record;
  if (term === null) return null;
  return (
    <Alert severity={term < today ? 'error' : 'info'} icon={false} sx={{ mt: 1 }}>
      <strong>{unidade === null ? 'Pedido à área' : `Pedido à área, ${unidade.nome}`}</strong>
      {`: ${termWords({ aberto: true, prazo_em: term }, today)}${extended === null ? '' : '. O prazo já foi prorrogado'}`}
    </Alert>
  );
}

interface WrittenProps {
  readonly run: RunGraphql;
  readonly record: CaseRecord;
  readonly draft: CaseDraft;
  /** Reads the case again. */
  readonly onChanged: () => Promise<unknown>;
}

/** What the citizen wrote and attached, and the files of the answers. */
function Written({ run, record, draft, onChanged }: WrittenProps): ReactElement {
  const place = useRef<HTMLElement>(null);
  // The form of a withdrawal goes with its file.
  useLostFocus(record.anexos.length, () => place.current);
  return (
    <Card component="section" ref={place} tabIndex={-1} aria-labelledby="escrito" variant="outlined" sx={{ mt: 3 }}>
      <CardContent>
        <Typography id="escrito" component="h2" variant="h5">
          O que o cidadão escreveu
        </Typography>
        <Typography sx={LONG_TEXT}>{record.texto ?? 'O texto foi eliminado ao fim do prazo de guarda.'}</Typography>
        <Facts
          facts={[
            ['Local', record.local_fato],
            ['Data do fato', record.data_fato === null ? null : writtenDay(record.data_fato)],
            ['Envolvidos', record.envolvidos],
            ['Quer a resposta', labelIn(RESPOSTAS, record.forma_resposta)],
            ['No formato', labelIn(FORMATS, record.formato_desejado)],
          ]}
        />
        <CaseFiles title="Arquivos do cidadão" files={record.anexos.filter(({ autor }) => autor === 'cidadao')} />
        <CaseFiles
          title="Arquivos enviados ao cidadão"
          files={record.anexos.filter(({ autor }) => autor !== 'cidadao')}
          withdrawal={{ run, id: record.id, draft, onWithdrawn: onChanged }}
        />
      </CardContent>
    </Card>
  );
}

const ENTRIES: Readonly<Record<string, string>> = {
  site: 'Site',
  presencial: 'Balcão',
  telefone: 'Telefone',
  carta: 'Carta',
  email: 'E-mail',
  falabr: 'Fala.BR',
};

function labelIn(options: readonly { readonly value: string; readonly label: string }[], value: string | null): string | null {
  return value === null ? null : (options.find((option) => option.value === value)?.label ?? value);
}
