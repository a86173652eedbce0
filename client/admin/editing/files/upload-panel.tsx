/**
 * Sends one file: choose, describe a picture, watch, cancel, try again, and read one by one why the site refuses it. What the rules let this
 * person publish all the same is sent again with the reason.
 */
import { Alert, Box, Button, LinearProgress, TextField, Typography } from '@mui/material';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { useLostFocus } from '../../forms/use-lost-focus.ts';
import { useUploadSession } from '../../session/contexts.ts';
import { factsInWords, type Pixels, pixelsOf } from './file-facts.ts';
import { useUnsentFile } from './unsent-files.tsx';
import { type UploadOutcome, type UploadWarning, uploadFile } from './upload.ts';
import type { QueuedState } from './upload-queue.ts';

interface UploadPanelProps {
  /** What the button says. */
  readonly label: string;
  /** A picture is described for those who do not see it before it is sent, unless it decorates alone. */
  readonly isPicture: boolean;
  readonly isDecorative?: boolean;
  readonly bucket: 'default' | 'publico';
  readonly replaces?: string | null;
  readonly onStored: (file: SentFile) => void;
}

export interface SentFile {
  readonly id: string;
  readonly alt: string | null;
  /** Null where the browser cannot tell, and for what is no picture. */
  readonly pixels: Pixels | null;
}

interface ChosenFile {
  readonly file: File;
  readonly measuring: Promise<Pixels | null>;
  /** What was measured. */
  readonly pixels: Pixels | null;
}

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** The check accepts a justification from ten characters on. */
const LEAST_REASON = 10;

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly share: number }
  | Extract<UploadOutcome, { kind: 'refused' | 'failed' | 'cancelled' | 'stored' }>;

export function UploadPanel({ label, isPicture, isDecorative = false, bucket, replaces = null, onStored }: UploadPanelProps): ReactElement {
  const id = useId();
  const session = useUploadSession();
  const [chosen, choose] = useChosenFile();
  const [alt, setAlt] = useState('');
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  // Who closes the panel, or leaves the form, sees no more of the upload: a file that came later would be set without a word.
  useEffect(() => () => running.current?.abort(), []);
  const sendButton = useRef<HTMLButtonElement>(null);
  const result = useRef<HTMLElement>(null);
  const asksAlt = isPicture && !isDecorative && replaces === null;
  useUnsentFile(chosen !== null && state.kind !== 'stored');
  const described = !asksAlt || alt.trim() !== '';
  const send = async (reason: string | null): Promise<void> => {
    if (chosen === null || !described) return;
    const { file, measuring } = chosen;
    const controller = new AbortController();
    running.current = controller;
    const codes = state.kind === 'refused' ? state.reasons.filter(({ confirmavel }) => confirmavel).map(({ codigo }) => codigo) : [];
    setState({ kind: 'sending', share: 0 });
    const words = asksAlt ? alt.trim() : null;
    const outcome = await uploadFile(
      { file, bucket, replaces, alt: words, confirmed: reason === null ? null : { codes, reason } },
      { ...session, signal: controller.signal, onProgress: (share) => setState({ kind: 'sending', share }) },
    );
    const pixels = await measuring;
    if (controller.signal.aborted) return setState({ kind: 'cancelled' });
    setState(outcome);
    if (outcome.kind === 'stored') onStored({ id: outcome.id, alt: words, pixels });
  };
  // A second Enter on what cancels a file would send it again.
  useLostFocus(state.kind, () => (state.kind === 'cancelled' ? result.current : sendButton.current));
  return (
    <Box component="fieldset" sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
        <label htmlFor={id}>{isPicture ? 'Imagem (JPEG, PNG, WebP, AVIF ou GIF)' : 'Arquivo'}</label>
        <input
          id={id}
          type="file"
          {...(isPicture ? { accept: PICTURES } : {})}
          disabled={state.kind === 'sending'}
          onChange={({ target }) => {
            choose(target.files?.[0] ?? null);
            setState({ kind: 'idle' });
          }}
        />
        {chosen !== null && <Typography variant="body2">{factsInWords(chosen.file.size, chosen.pixels)}</Typography>}
        {asksAlt && <Description text={alt} onChange={setAlt} />}
        {/* It stays where it is, with the focus of who pressed it, while the file is on its way and when it has come. */}
        <SteadyButton
          ref={sendButton}
          variant="outlined"
          isIdle={chosen === null || !described || state.kind === 'sending' || state.kind === 'refused' || state.kind === 'stored'}
          onClick={() => void send(null)}
        >
          {state.kind === 'failed' || state.kind === 'cancelled' ? 'Tentar de novo' : 'Enviar'}
        </SteadyButton>
        {state.kind === 'sending' && (
          <Progress share={state.share} name={chosen?.file.name ?? ''} onCancel={() => running.current?.abort()} />
        )}
        <Box component="output" ref={result} tabIndex={-1} sx={{ display: 'block', width: '100%' }}>
          {state.kind === 'stored' && <Alert severity="success">Arquivo enviado: {chosen?.file.name}</Alert>}
          <Outcome state={state} />
        </Box>
        {state.kind === 'refused' && state.reasons.every(({ confirmavel }) => confirmavel) && (
          <Confirmation onConfirm={(reason) => void send(reason)} />
        )}
      </Box>
    </Box>
  );
}

function useChosenFile(): readonly [ChosenFile | null, (file: File | null) => void] {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const choose = (file: File | null): void => {
    if (file === null) return setChosen(null);
    const measuring = pixelsOf(file);
    setChosen({ file, measuring, pixels: null });
    // Another file may have been chosen in the meantime.
    void measuring.then((pixels) => setChosen((now) => (now?.file === file ? { ...now, pixels } : now)));
  };
  return [chosen, choose];
}

export function Progress({
  share,
  name,
  onCancel,
}: {
  readonly share: number;
  readonly name: string;
  readonly onCancel: () => void;
}): ReactElement {
  return (
    <Box sx={{ width: '100%', display: 'flex', gap: 1, alignItems: 'center' }}>
      <LinearProgress sx={{ flex: 1 }} variant="determinate" value={Math.round(share * 100)} aria-label={`Envio de ${name}`} />
      <Typography variant="body2">{share < 1 ? `${Math.round(share * 100)}%` : 'Conferindo…'}</Typography>
      <Button onClick={onCancel}>Cancelar</Button>
    </Box>
  );
}

/** The field for what a picture shows. */
export function Description({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }): ReactElement {
  return (
    <TextField
      fullWidth
      required
      label="O que a imagem mostra"
      value={text}
      onChange={({ target }) => onChange(target.value)}
      helperText="É lido em voz alta a quem não vê a imagem. Sem “imagem de” nem nome de arquivo."
    />
  );
}

/** What became of a file; nothing before. */
export function Outcome({ state }: { readonly state: State | QueuedState }): ReactElement | null {
  switch (state.kind) {
    case 'stored':
      return state.warnings.length === 0 ? null : (
        <Listed severity="warning" title="O que o site não pôde conferir:" items={state.warnings} />
      );
    case 'cancelled':
      return <Alert severity="info">O envio foi cancelado.</Alert>;
    case 'failed':
      return <Alert severity="error">{state.message}</Alert>;
    case 'refused':
      return <Listed severity="error" title="O arquivo não foi enviado:" items={state.reasons} />;
    default:
      return null;
  }
}

interface ListedProps {
  readonly severity: 'error' | 'warning';
  readonly title: string;
  readonly items: readonly UploadWarning[];
}

function Listed({ severity, title, items }: ListedProps): ReactElement {
  return (
    <Alert severity={severity} role="none">
      {title}
      <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
        {items.map(({ codigo, mensagem, orientacao }) => (
          <li key={codigo}>
            {mensagem} {orientacao}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

interface ConfirmationProps {
  /** How many files it is for. */
  readonly files?: number;
  readonly onConfirm: (reason: string) => void;
}

/** The field and the button for a file that is published in spite of what the site says of it, or for several at once. */
export function Confirmation({ files = 1, onConfirm }: ConfirmationProps): ReactElement {
  const [reason, setReason] = useState('');
  const isOne = files === 1;
  return (
    <>
      <TextField
        fullWidth
        label={isOne ? 'Por que publicar mesmo assim' : `Por que publicar os ${files} mesmo assim`}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        helperText={
          isOne
            ? 'A justificativa fica registrada com o seu nome. Escolha outro arquivo para não publicar este.'
            : `Vale para os ${files} arquivos sem texto pesquisável, e fica registrada em cada um com o seu nome. Tire da lista os que não são para publicar.`
        }
      />
      <Button variant="outlined" color="warning" disabled={reason.trim().length < LEAST_REASON} onClick={() => onConfirm(reason.trim())}>
        {isOne ? 'Publicar mesmo assim' : `Publicar os ${files} mesmo assim`}
      </Button>
    </>
  );
}
