/** The reason with which a content is returned to its author. It stands within the form of the content and is no field of it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { faultAndHelp, faultOfLength } from '../forms/field-help.tsx';
import { SteadyButton } from '../forms/steady-button.tsx';

/** The limit of `pedido_aprovacao.motivo`, which holds the reason. */
const LONGEST_REASON = 2_000;

export interface ReturnFormProps {
  readonly reason: string;
  readonly onChange: (reason: string) => void;
  readonly giveBack: () => Promise<void>;
}

/** Draws the button, and the field once it is pressed. */
export function ReturnForm({ reason, onChange, giveBack }: ReturnFormProps): ReactElement {
  const [isOpen, setOpen] = useState(reason !== '');
  const [fault, setFault] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen) input.current?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const press = async (): Promise<void> => {
    const found =
      reason.trim() === '' ? 'Escreva o motivo: quem enviou o conteúdo precisa saber o que mudar.' : faultOfLength(reason, LONGEST_REASON);
    setFault(found);
    if (found !== undefined) return input.current?.focus();
    setSending(true);
    await giveBack();
    setSending(false);
  };
  if (!isOpen) {
    return (
      <Button ref={opener} variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
        Devolver com o motivo
      </Button>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextField
        label="O que precisa mudar"
        required
        multiline
        fullWidth
        minRows={2}
        value={reason}
        error={fault !== undefined}
        helperText={faultAndHelp(fault, 'Quem enviou o conteúdo lê isto. Fica registrado com o seu nome.')}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ htmlInput: { ref: input } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <SteadyButton variant="contained" isIdle={isSending} onClick={() => void press()}>
          Devolver
        </SteadyButton>
        <Button onClick={() => setOpen(false)}>Cancelar</Button>
      </Box>
    </Box>
  );
}

interface LostReasonProps {
  readonly reason: string;
  readonly onDiscard: () => void;
}

/** Draws a reason for which another person was faster: it stays to be copied. */
export function LostReason({ reason, onDiscard }: LostReasonProps): ReactElement {
  return (
    <Alert
      severity="warning"
      sx={{ width: '100%', mb: 2, '& .MuiAlert-message': { display: 'grid', gap: 2, flexGrow: 1, justifyItems: 'start' } }}
    >
      Outra pessoa já devolveu ou publicou este conteúdo. O que você escreveu não foi enviado: copie o que quiser aproveitar.
      <TextField label="O que precisa mudar" value={reason} multiline fullWidth slotProps={{ htmlInput: { readOnly: true } }} />
      <Button onClick={onDiscard}>Descartar o texto</Button>
    </Alert>
  );
}
