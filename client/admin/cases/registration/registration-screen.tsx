/** The screen for a case that came by telephone, at the counter, by letter or by e-mail. */
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use, useEffect, useRef, useState } from 'react';
import { Link, Title } from 'react-admin';
import type { FieldError } from '../../../../shared/cases/case-form.ts';
import type { Receipt } from '../../../../shared/cases/case-screen.ts';
import { CASE_MESSAGES, summaryTitle } from '../../../../shared/cases/messages.ts';
import { localDay } from '../../../../shared/time/local-day.ts';
import type { RunGraphql } from '../../data/graphql.ts';
import { isIncompleteDate } from '../../forms/incomplete-date.ts';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { NoCasesScreen } from '../../screens/unavailable-screens.tsx';
import { CasesContext, FetchContext } from '../../session/contexts.ts';
import { useTimeZone } from '../../time/institution-time.ts';
import { FieldInput } from '../field-input.tsx';
import { readInboxChoices } from '../inbox.ts';
import { type FieldGroup, registrationGroups } from './registration-fields.ts';
import { RegistrationReceipt } from './registration-receipt.tsx';
import { registerCase, registrationFaults } from './registration-request.ts';
import { useRegistrationText } from './registration-text.ts';

/** Draws the form, and after it the receipt. */
export function RegistrationScreen(): ReactElement {
  const run = use(CasesContext);
  return run === null ? <NoCasesScreen /> : <Registration run={run} />;
}

interface Faults {
  readonly errors: readonly FieldError[];
  readonly notice: string | null;
}

const NO_FAULTS: Faults = { errors: [], notice: null };

function Registration({ run }: { readonly run: RunGraphql }): ReactElement {
  const timeZone = useTimeZone();
  const [first] = useState(() => ({ recebido_em: localDay(Date.now(), timeZone) }));
  const text = useRegistrationText(first);
  const fetchSignedIn = use(FetchContext);
  const { data: choices } = useQuery({ queryKey: ['inbox-choices'], queryFn: () => readInboxChoices(run), staleTime: 300_000 });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [faults, setFaults] = useState(NO_FAULTS);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [isSending, setSending] = useState(false);
  const { values } = text;
  const groups = registrationGroups(values, choices?.assunto ?? []);
  const submit = async (form: HTMLElement): Promise<void> => {
    const errors = withIncompleteDates(form, groups, registrationFaults(values, timeZone));
    if (errors.length > 0) return setFaults({ errors: inOrder(errors, groups), notice: null });
    setSending(true);
    const key = text.keyOf(JSON.stringify([values, files.map(({ name, size }) => [name, size])]));
    const outcome = await registerCase(fetchSignedIn, { values, files, key });
    setSending(false);
    if (outcome.kind === 'faulty') return setFaults({ errors: inOrder(outcome.errors, groups), notice: outcome.notice });
    text.clear();
    setFiles([]);
    setFaults(NO_FAULTS);
    setReceipt(outcome.receipt);
  };
  return (
    <Box sx={{ maxWidth: '45rem', width: '100%', mt: 2, mb: 4 }}>
      <Title title="Registrar um caso" />
      <p data-sem-impressao="">
        <Link to="/casos">Voltar à lista de casos</Link>
      </p>
      {receipt !== null ? (
        <RegistrationReceipt receipt={receipt} onNext={() => setReceipt(null)} />
      ) : (
        <Box
          component="form"
          noValidate
          aria-label="Registrar um caso"
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}
          onSubmit={(event) => {
            event.preventDefault();
            // The second click of two is the same case.
            if (!isSending) void submit(event.currentTarget);
          }}
        >
          <FaultSummary faults={faults} />
          {text.isRestored ? (
            <Alert severity="info" action={<Button onClick={text.clear}>Descartar</Button>}>
              Recuperamos o que você escreveu e não enviou. Arquivos precisam ser escolhidos de novo.
            </Alert>
          ) : null}
          {groups.map(({ title, fields }) => (
            <Box component="fieldset" key={title} sx={{ display: 'grid', gap: 2, border: 0, p: 0, m: 0, minWidth: 0 }}>
              <Typography component="legend" variant="h6" sx={{ pb: 2 }}>
                {title}
              </Typography>
              {fields.map((field) => (
                <FieldInput
                  key={field.name}
                  field={field}
                  id={idOf(field.name)}
                  value={values[field.name] ?? ''}
                  fault={faults.errors.find((error) => error.field === field.name)?.message}
                  files={files}
                  onFiles={setFiles}
                  onChange={(value) => {
                    setFaults(({ errors, notice }) => ({ errors: errors.filter((error) => error.field !== field.name), notice }));
                    text.change({ ...values, [field.name]: value });
                  }}
                />
              ))}
            </Box>
          ))}
          <Box>
            <SteadyButton type="submit" variant="contained" isIdle={isSending}>
              {isSending ? 'Registrando…' : 'Registrar o caso'}
            </SteadyButton>
          </Box>
        </Box>
      )}
    </Box>
  );
}

function idOf(name: string): string {
  return `registro-${name}`;
}

/** A date of which a part is missing is an empty text, which is no fault of an optional field. */
function withIncompleteDates(form: HTMLElement, groups: readonly FieldGroup[], errors: readonly FieldError[]): readonly FieldError[] {
  const incomplete = groups
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => isIncompleteDate(form.querySelector(`#${idOf(name)}`)))
    .map(({ name }) => ({ field: name, message: CASE_MESSAGES.dataInvalida }));
  return [...errors.filter(({ field }) => !incomplete.some((other) => other.field === field)), ...incomplete];
}

/** The list of problems follows the form. */
function inOrder(errors: readonly FieldError[], groups: readonly FieldGroup[]): readonly FieldError[] {
  const names = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
  return [...errors].sort((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
}

/** What is wrong, with a way to each field. It takes the focus when it appears. */
function FaultSummary({ faults }: { readonly faults: Faults }): ReactElement | null {
  const { errors, notice } = faults;
  const summary = useRef<HTMLDivElement>(null);
  const hasFaults = errors.length > 0 || notice !== null;
  const shown = useRef(0);
  useEffect(() => {
    // Not when a field of the list has been mended.
    if (errors.length > shown.current || notice !== null) summary.current?.focus();
    shown.current = errors.length;
  }, [errors, notice]);
  if (!hasFaults) return null;
  return (
    <Alert severity="error" ref={summary} tabIndex={-1} role="alert">
      {errors.length === 0 ? null : <AlertTitle component="h2">{summaryTitle(errors.length)}</AlertTitle>}
      {notice}
      <Box component="ul" sx={{ my: 0, pl: 2, '& a': { color: 'inherit', display: 'inline-block', py: 0.5 } }}>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${idOf(field)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(idOf(field))?.focus();
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </Box>
    </Alert>
  );
}
