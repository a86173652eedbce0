/** What may be done with the case now: a button for each step that the database allows, and the form of the chosen one. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { RunGraphql } from '../data/graphql.ts';
import { useLostFocus } from '../forms/use-lost-focus.ts';
import { FetchContext } from '../session/contexts.ts';
import { isSignedOut } from '../session/reauthentication.ts';
import { noteCase, type OpenedCase, type Step } from './case-record.ts';
import { extensionWords, siteSendsMail, untoldWords } from './case-words.ts';
import type { CaseDraft } from './drafts/use-case-draft.ts';
import { ChangesMeanwhile } from './history/changes-meanwhile.tsx';
import { namesOfWithdrawal } from './history/file-withdrawal.tsx';
import { type InboxChoices, readInboxChoices } from './inbox.ts';
import { LostStep } from './lost-step.tsx';
import { refusalOf, SESSION_ENDED } from './refusals.ts';
import { COMPLEMENT, faultsOfStep, fieldsOf, SORTING, type StepValues, stepData, stepName, stepsInOrder } from './step-fields.ts';
import { faultAt, StepForm } from './step-form.tsx';
import { takeStep } from './step-request.ts';

interface CaseStepsProps {
  readonly run: RunGraphql;
  readonly opened: OpenedCase;
  readonly draft: CaseDraft;
  /** Reads the case again. */
  readonly onChanged: () => Promise<unknown>;
}

const NO_CHOICES: InboxChoices = { situacao_de_caso: [], assunto: [], unidade: [] };

/** A note is no step: it changes neither state nor term. */
const NOTING: Step = { para: '', especie: 'nota' };

export function CaseSteps({ run, opened, draft, onChanged }: CaseStepsProps): ReactElement {
  const { record, steps, templates, authorities } = opened;
  const ofWithdrawals = new Set(record.anexos.flatMap(({ arquivo_id: file }) => namesOfWithdrawal(file)));
  /** What is written for the withdrawal of a file that is there stays. */
  const forgetStep = (): void => draft.forget((name) => !ofWithdrawals.has(name));
  const { data: choices = NO_CHOICES } = useQuery({
    queryKey: ['inbox-choices'],
    queryFn: () => readInboxChoices(run),
    staleTime: 300_000,
  });
  const offered = [
    ...stepsInOrder(steps),
    ...(record.aberto ? [SORTING] : []),
    ...(isComplemented(record) ? [COMPLEMENT] : []),
    ...(record.eliminado_em === null ? [NOTING] : []),
  ];
  const wanted = draft.values['passo'] ?? '';
  const chosen = offered.find((step) => keyOf(step) === wanted);
  const begun: StepValues = chosen === undefined ? {} : firstValues(chosen, opened);
  /** Whether the person has written anything: a step that was only opened is kept too. */
  const isWritten = Object.entries(draft.values).some(
    ([name, value]) => name !== 'passo' && value !== '' && value !== begun[name] && !ofWithdrawals.has(name),
  );
  const place = useRef<HTMLElement>(null);
  // A step that is lost goes with its form, as one that was taken.
  useLostFocus(`${wanted} ${String(chosen === undefined)}`, () => place.current);
  return (
    <Box component="section" ref={place} tabIndex={-1} aria-labelledby="passos" sx={{ mt: 3 }}>
      <Typography id="passos" component="h2" variant="h5">
        O que fazer agora
      </Typography>
      {chosen === undefined && wanted !== '' ? (
        <LostStep step={stepOf(wanted)} record={record} values={draft.values} onForget={forgetStep} />
      ) : null}
      {draft.isRestored && isWritten && (wanted === '' || chosen !== undefined) ? (
        <Alert severity="info">Recuperamos o que você escreveu e não enviou. Arquivos precisam ser escolhidos de novo.</Alert>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {offered.map((step) => (
          <Button
            key={keyOf(step)}
            variant={step === chosen ? 'contained' : 'outlined'}
            aria-expanded={step === chosen}
            onClick={() => draft.change({ ...firstValues(step, opened), ...draft.values, passo: keyOf(step) })}
          >
            {nameOf(step)}
          </Button>
        ))}
      </Box>
      {chosen === undefined ? null : (
        <ChosenStep key={keyOf(chosen)} step={chosen} {...{ run, opened, onChanged, draft, forgetStep, choices, templates, authorities }} />
      )}
    </Box>
  );
}

/** Whether an answer stands that its citizen reads on the page of the case; that of a message is in its e-mail alone. */
function isComplemented({ aberto, respondido_em: answered, eliminado_em: erased, canal }: OpenedCase['record']): boolean {
  return !aberto && answered !== null && erased === null && canal !== 'contato';
}

function keyOf({ para, especie }: Step): string {
  return `${especie}:${para}`;
}

function stepOf(key: string): Step {
  const [especie = '', para = ''] = key.split(':');
  return { especie, para };
}

function nameOf(step: Step): string {
  return step === NOTING ? 'Anotar' : stepName(step);
}

/** What a form begins with: the present sorting, and who decides the appeal. */
function firstValues(step: Step, { record, authorities }: OpenedCase): StepValues {
  const { tipo, assunto_id: subject, unidade_id: area } = record;
  const authority = authorities[record.situacao.endsWith('2') ? 1 : 0] ?? null;
  if (step.especie === 'decisao') return authority === null ? {} : { autoridade: authority };
  if (step.especie !== 'classificacao' && step.especie !== 'tratamento') return {};
  return {
    ...(tipo === null ? {} : { tipo }),
    ...(subject === null ? {} : { assunto_id: String(subject) }),
    ...(area === null ? {} : { unidade_id: String(area) }),
  };
}

interface ChosenStepProps extends CaseStepsProps {
  readonly step: Step;
  readonly forgetStep: () => void;
  readonly choices: InboxChoices;
}

function ChosenStep({ step, run, opened, onChanged, draft, forgetStep, choices }: ChosenStepProps): ReactElement {
  const { record, templates } = opened;
  const fetchSignedIn = use(FetchContext);
  const notify = useNotify();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setSending] = useState(false);
  const [begun] = useState(record);
  // The version that the person has read. What others do meanwhile is told once, before anything is written over it.
  const [version, setVersion] = useState(record.versao);
  const isNote = step.especie === 'nota';
  const fields = isNote ? NOTE_FIELDS : fieldsOf(step, record, draft.values, choices);
  const submit = async (): Promise<void> => {
    const found = faultsOfStep(fields, draft.values, files);
    if (Object.keys(found).length > 0) return setFaults(found);
    setSending(true);
    const outcome = isNote
      ? await noteCase(run, record.id, draft.values['nota'] ?? '').then(
          () => ({ kind: 'done' }) as const,
          (error: unknown) => ({ kind: 'refused', reason: isSignedOut(error) ? SESSION_ENDED : '' }) as const,
        )
      : await takeStep(fetchSignedIn, {
          id: record.id,
          para: step.para === '' ? record.situacao : step.para,
          dados: { ...stepData(fields, draft.values), ...MARKS.get(step.especie), versao: version },
          files,
        });
    setSending(false);
    if (outcome.kind === 'done') {
      forgetStep();
      notify('Feito', { type: 'success' });
      await onChanged();
      return;
    }
    setFaults(faultAt(refusalOf(outcome.reason, 'file' in outcome ? outcome.file : undefined), fields));
    const now = (await onChanged()) as { readonly data?: OpenedCase | null } | undefined;
    setVersion(now?.data?.record.versao ?? record.versao);
  };
  return (
    <>
      <ChangesMeanwhile record={record} begun={begun} />
      <StepForm
        title={nameOf(step)}
        effect={extensionWords(step, record)}
        warning={untoldWords(step, record, siteSendsMail())}
        {...{ fields, files, faults, isSending, templates }}
        values={draft.values}
        onChange={(name, value) => {
          setFaults(({ [name]: _settled, ...others }) => others);
          draft.change({ ...draft.values, [name]: value });
        }}
        onFiles={setFiles}
        onSubmit={() => void submit()}
        onCancel={() => draft.change({ ...draft.values, passo: '' })}
      />
    </>
  );
}

/** What tells the steps apart that leave the state as it is. */
const MARKS: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map([
  ['prorrogacao_da_area', { area: 'prorrogar' }],
  [COMPLEMENT.especie, { complemento: true }],
]);

const NOTE_FIELDS = [{ name: 'nota', label: 'Nota interna', help: 'Só a equipe lê.', required: true, kind: 'text' }] as const;
