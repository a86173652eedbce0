/** The question for the password of the same person, and for the one-time code where the account has one. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, type SubmitEvent, useId, useState } from 'react';
import { SteadyButton } from '../forms/steady-button.tsx';
import type { Reauthentication } from './reauthentication.ts';
import type { Session, TypedAgain } from './session.ts';

type Step = { readonly kind: 'password' } | { readonly kind: 'code'; readonly ticket: string };

interface SignInDialogProps {
  readonly reauthentication: Reauthentication;
  readonly session: Session;
}

/** Draws the dialog until the person has signed in, or does not want to. */
export function SignInDialog({ reauthentication, session }: SignInDialogProps): ReactElement {
  const title = useId();
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const [typed, setTyped] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const trouble = isLost ? 'Sem conexão com o servidor. Tente de novo.' : refusal;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    const outcome = await session.signInAgain(answerOf(step, typed)).catch(() => null);
    setSending(false);
    setLost(outcome === null);
    setRefusal(outcome?.kind === 'refused' ? outcome.message : null);
    if (outcome === null) return;
    if (outcome.kind === 'entered') return reauthentication.enter();
    setTyped('');
    setStep(outcome.ticket === null ? { kind: 'password' } : { kind: 'code', ticket: outcome.ticket });
  };
  return (
    <Dialog open onClose={reauthentication.dismiss} aria-labelledby={title} fullWidth maxWidth="xs">
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={title}>Sua sessão terminou</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>
            O que você escreveu continua nesta tela. Entre de novo como <strong>{session.known()?.user.email}</strong> para continuar.
          </Typography>
          {/* Password managers find the account under this name. */}
          <input type="text" name="username" autoComplete="username" value={session.known()?.user.email ?? ''} readOnly hidden />
          {trouble === null ? null : (
            <Alert severity="error" sx={{ mb: 2 }}>
              {trouble}
            </Alert>
          )}
          <StepField step={step} typed={typed} onType={setTyped} isRefused={refusal !== null} />
        </DialogContent>
        <DialogActions>
          <Button onClick={reauthentication.dismiss}>Agora não</Button>
          <SteadyButton type="submit" variant="contained" isIdle={isSending}>
            {step.kind === 'password' ? 'Entrar' : 'Confirmar'}
          </SteadyButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface StepFieldProps {
  readonly step: Step;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly isRefused: boolean;
}

function focusWhenShown(input: HTMLElement | null): void {
  input?.focus();
}

/** The key gives each step a field of its own, which takes the focus. */
function StepField({ step, typed, onType, isRefused }: StepFieldProps): ReactElement {
  return step.kind === 'password' ? (
    <TextField
      key="senha"
      label="Senha"
      type="password"
      autoComplete="current-password"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      error={isRefused}
      required
      inputRef={focusWhenShown}
    />
  ) : (
    <TextField
      key="codigo"
      label="Código de 6 algarismos"
      helperText="Ou um código de reserva."
      autoComplete="one-time-code"
      slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      error={isRefused}
      required
      inputRef={focusWhenShown}
    />
  );
}

function answerOf(step: Step, typed: string): TypedAgain {
  return step.kind === 'password' ? { password: typed } : { ticket: step.ticket, otp: typed };
}
