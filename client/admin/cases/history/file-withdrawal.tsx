/** Takes back a file that was sent to the citizen by mistake. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { RunGraphql } from '../../data/graphql.ts';
import { faultAndHelp, faultOfLength } from '../../forms/field-help.tsx';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { type CaseFile, withdrawFile } from '../case-record.ts';
import type { CaseDraft } from '../drafts/use-case-draft.ts';
import { MOST_OF_TEXT } from '../step-fields.ts';

export interface WithdrawalFrom {
  readonly run: RunGraphql;
  /** Of the case. */
  readonly id: string;
  readonly draft: CaseDraft;
  readonly onWithdrawn: () => Promise<unknown>;
}

interface FileWithdrawalProps extends WithdrawalFrom {
  readonly file: CaseFile;
}

const TOLD = 'Retiramos um arquivo que foi enviado por engano. Se você o baixou, não use nem repasse a cópia: apague-a.';

/** The names in the draft of the case of what is written for the withdrawal of a file: the reason, and what the citizen is told. */
export function namesOfWithdrawal(file: string): readonly [reason: string, told: string] {
  return [`retirada:${file}:motivo`, `retirada:${file}:descricao`];
}

interface FaultsOfWithdrawal {
  readonly reason?: string;
  readonly told?: string;
}

/** Returns what is wrong with what is written for the withdrawal of a file, before anything is sent. */
export function faultsOfWithdrawal(reason: string, told: string): FaultsOfWithdrawal {
  const ofReason = reason.trim().length < 3 ? 'Escreva o motivo, com pelo menos 3 letras.' : faultOfLength(reason, MOST_OF_TEXT);
  const ofTold = told.trim() === '' ? 'Escreva o que o cidadão vai ler.' : faultOfLength(told, MOST_OF_TEXT);
  return { ...(ofReason === undefined ? {} : { reason: ofReason }), ...(ofTold === undefined ? {} : { told: ofTold }) };
}

/** The form opens by itself where something was written for it. */
export function FileWithdrawal({ file, ...props }: FileWithdrawalProps): ReactElement {
  const { values } = props.draft;
  const isBegun = namesOfWithdrawal(file.arquivo_id).some((name) => name in values);
  const [chosen, setOpen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isBegun;
  return (
    <>
      <Button size="small" sx={{ ml: 1 }} aria-label={`Retirar ${file.nome}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Retirar
      </Button>
      {isOpen ? <WithdrawalForm file={file} {...props} /> : null}
    </>
  );
}

function WithdrawalForm({ run, id, file, draft, onWithdrawn }: FileWithdrawalProps): ReactElement {
  const notify = useNotify();
  const [nameOfReason, nameOfTold] = namesOfWithdrawal(file.arquivo_id);
  const { [nameOfReason]: reason = '', [nameOfTold]: told = TOLD } = draft.values;
  const write = (name: string, text: string): void => draft.change({ ...draft.values, [name]: text });
  const [faults, setFaults] = useState<FaultsOfWithdrawal & { readonly whole?: string }>({});
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (faults.reason !== undefined || faults.told !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const submit = async (): Promise<void> => {
    const found = faultsOfWithdrawal(reason, told);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    try {
      await withdrawFile(run, id, { file: file.arquivo_id, reason, told });
      notify('Arquivo retirado: o cidadão não o baixa mais.', { type: 'success' });
      draft.forget((name) => name === nameOfReason || name === nameOfTold);
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
        onChange={({ target }) => write(nameOfReason, target.value)}
      />
      <TextField
        label="O que dizer ao cidadão"
        value={told}
        required
        fullWidth
        multiline
        error={faults.told !== undefined}
        helperText={faultAndHelp(faults.told, 'Fica no andamento que ele acompanha.')}
        onChange={({ target }) => write(nameOfTold, target.value)}
      />
      {faults.whole === undefined ? null : <Alert severity="error">{faults.whole}</Alert>}
      <SteadyButton type="submit" variant="contained" color="error" isIdle={isSending}>
        Retirar o arquivo
      </SteadyButton>
    </Box>
  );
}
