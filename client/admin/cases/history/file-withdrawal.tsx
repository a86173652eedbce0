/** Takes back a file that was sent to the citizen by mistake. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { RunGraphql } from '../../data/graphql.ts';
import { faultAndHelp } from '../../forms/field-help.tsx';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { type CaseFile, withdrawFile } from '../case-record.ts';

export interface WithdrawalFrom {
  readonly run: RunGraphql;
  /** Of the case. */
  readonly id: string;
  readonly onWithdrawn: () => Promise<unknown>;
}

interface FileWithdrawalProps extends WithdrawalFrom {
  readonly file: CaseFile;
}

const TOLD = 'Retiramos um arquivo que foi enviado por engano. Se você o baixou, não use nem repasse a cópia: apague-a.';

export function FileWithdrawal({ file, ...props }: FileWithdrawalProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" sx={{ ml: 1 }} aria-label={`Retirar ${file.nome}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Retirar
      </Button>
      {isOpen ? <WithdrawalForm file={file} {...props} /> : null}
    </>
  );
}

function WithdrawalForm({ run, id, file, onWithdrawn }: FileWithdrawalProps): ReactElement {
  const notify = useNotify();
  const [reason, setReason] = useState('');
  const [told, setTold] = useState(TOLD);
  const [faults, setFaults] = useState<{ readonly reason?: string; readonly told?: string; readonly whole?: string }>({});
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (faults.reason !== undefined || faults.told !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const submit = async (): Promise<void> => {
    const missing = {
      ...(reason.trim().length < 3 ? { reason: 'Escreva o motivo, com pelo menos 3 letras.' } : {}),
      ...(told.trim() === '' ? { told: 'Escreva o que o cidadão vai ler.' } : {}),
    };
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setSending(true);
    try {
      await withdrawFile(run, id, { file: file.arquivo_id, reason, told });
      notify('Arquivo retirado: o cidadão não o baixa mais.', { type: 'success' });
      await onWithdrawn();
    } catch (error) {
      setFaults({ whole: error instanceof Error ? error.message : 'O servidor não conseguiu concluir. Tente de novo em instantes.' });
      setSending(false);
    }
  };
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      aria-label={`Retirar ${file.nome}`}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, my: 1, justifyItems: 'start' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void submit();
      }}
    >
      <Typography>
        O arquivo sai do caso e do armazenamento e não volta. O histórico guarda quem o retirou, quando e por quê, sem o arquivo nem o nome
        dele. O cidadão não recebe e-mail. Para enviar o arquivo certo, escolha depois um passo em “O que fazer agora”.
      </Typography>
      <TextField
        label="Por que retirar"
        value={reason}
        required
        fullWidth
        multiline
        error={faults.reason !== undefined}
        helperText={faultAndHelp(faults.reason, 'Só a equipe lê. Não repita aqui o dado que não devia ter sido enviado.')}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      <TextField
        label="O que dizer ao cidadão"
        value={told}
        required
        fullWidth
        multiline
        error={faults.told !== undefined}
        helperText={faultAndHelp(faults.told, 'Fica no andamento que ele acompanha.')}
        onChange={({ target }) => setTold(target.value)}
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      {faults.whole === undefined ? null : <Alert severity="error">{faults.whole}</Alert>}
      <SteadyButton type="submit" variant="contained" color="error" isIdle={isSending}>
        Retirar o arquivo
      </SteadyButton>
    </Box>
  );
}
