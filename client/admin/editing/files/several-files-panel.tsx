/** Sends several files: chosen together, each with its progress, what the site says of it, and another try. */
import { Box, Button, Typography } from '@mui/material';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../../../shared/locale/numbers.ts';
import { SteadyButton } from '../../forms/steady-button.tsx';
import { useLostFocus } from '../../forms/use-lost-focus.ts';
import { useUploadSession } from '../../session/contexts.ts';
import { factsInWords } from './file-facts.ts';
import { useUnsentFile } from './unsent-files.tsx';
import { Confirmation, Description, Outcome, Progress } from './upload-panel.tsx';
import { type QueuedFile, type UploadQueue, useUploadQueue } from './upload-queue.ts';

interface SeveralFilesPanelProps {
  /** Whether a picture is described before it is sent. */
  readonly describesPictures: boolean;
  readonly onStored: (id: string, file: File) => void;
  /** Says which of the chosen files need not be sent. */
  readonly knownOf?: (files: readonly File[]) => Promise<ReadonlySet<File>>;
  /** Told when files begin to be sent, and when none waits any more. It stays the same function. */
  readonly onSending?: (isSending: boolean) => void;
}

export function SeveralFilesPanel({ describesPictures, onStored, knownOf, onSending }: SeveralFilesPanelProps): ReactElement {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const queue = useUploadQueue({ session: useUploadSession(), onStored });
  const { files } = queue;
  useUnsentFile(files.some(({ state }) => state.kind !== 'stored'));
  const isSending = files.some(({ state }) => state.kind === 'queued' || state.kind === 'sending');
  useEffect(() => onSending?.(isSending), [isSending, onSending]);
  // The button that takes a file from the list goes with it.
  useLostFocus(files.length, () => input.current);
  const [known, setKnown] = useState<readonly File[]>([]);
  const choose = async (chosen: readonly File[]): Promise<void> => {
    // Where it cannot be asked, nothing is left out: a file that is sent twice is seen in the list.
    const found = await knownOf?.(chosen).catch(() => undefined);
    setKnown(chosen.filter((file) => found?.has(file) === true));
    queue.add(chosen.filter((file) => found?.has(file) !== true));
  };
  const isDescribed = ({ file, alt }: QueuedFile): boolean => !describesPictures || !isPicture(file) || alt.trim() !== '';
  const scans = files.filter(isScan).map(({ key }) => key);
  const ready = files.filter((queued) => mayBeSent(queued) && isDescribed(queued));
  return (
    <Box
      component="fieldset"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, m: 0, mb: 2, minWidth: 0, width: '100%' }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void choose([...event.dataTransfer.files]);
      }}
    >
      <Typography component="legend" variant="body2">
        Envio de vários arquivos
      </Typography>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}>
        <label htmlFor={id}>Escolha os arquivos, quantos quiser, ou solte-os aqui</label>
        <input
          id={id}
          ref={input}
          type="file"
          multiple
          style={{ maxWidth: '100%' }}
          onChange={({ target }) => {
            void choose([...(target.files ?? [])]);
            // The list below is what is chosen, and a file that was taken from it can be chosen again.
            target.value = '';
          }}
        />
        <Box component="output" sx={{ overflowWrap: 'anywhere' }}>
          {known.length > 0 &&
            `${formatCount(known.length, 'arquivo já cadastrado ficou', 'arquivos já cadastrados ficaram')} de fora: ${namesOf(known)}.`}
        </Box>
        {files.length === 0 ? null : (
          <>
            {scans.length < 2 ? null : (
              <Confirmation files={scans.length} onConfirm={(reason) => queue.confirm(scans, { codes: [SCAN], reason })} />
            )}
            <Box component="ul" aria-label="Arquivos escolhidos" sx={{ listStyle: 'none', p: 0, m: 0, width: '100%' }}>
              {files.map((queued) => (
                <QueuedItem key={queued.key} queued={queued} queue={queue} asksAlt={describesPictures && isPicture(queued.file)} />
              ))}
            </Box>
            <SteadyButton variant="outlined" isIdle={ready.length === 0} onClick={() => queue.send(ready.map(({ key }) => key))}>
              {ready.length === 0 ? 'Enviar' : `Enviar ${formatCount(ready.length, 'arquivo', 'arquivos')}`}
            </SteadyButton>
          </>
        )}
        <Box component="output">{summaryOf(files)}</Box>
      </Box>
    </Box>
  );
}

/** Names that a sentence takes. */
const FEW = 5;

function namesOf(files: readonly File[]): string {
  const names = files
    .slice(0, FEW)
    .map(({ name }) => name)
    .join(', ');
  return files.length > FEW ? `${names} e ${formatCount(files.length - FEW, 'outro', 'outros')}` : names;
}

function isPicture({ type }: File): boolean {
  return type.startsWith('image/');
}

/** A reason that says the same of each file; what else may be confirmed is looked at file by file. */
const SCAN = 'TEXTO_NAO_PESQUISAVEL';

function isScan({ state }: QueuedFile): boolean {
  return state.kind === 'refused' && state.reasons.every(({ codigo, confirmavel }) => codigo === SCAN && confirmavel);
}

function mayBeSent({ state: { kind } }: QueuedFile): boolean {
  return kind === 'chosen' || kind === 'failed' || kind === 'cancelled';
}

/** What a screen reader is told each time a file has come or has failed. */
function summaryOf(files: readonly QueuedFile[]): string {
  if (files.length === 0) return '';
  const count = (...kinds: readonly QueuedFile['state']['kind'][]): number =>
    files.filter(({ state }) => kinds.includes(state.kind)).length;
  const failed = count('failed', 'refused', 'cancelled');
  const chosen = formatCount(files.length, 'arquivo escolhido', 'arquivos escolhidos');
  if (count('chosen') === files.length) return `${chosen}.`;
  const sent = `${count('stored')} de ${formatCount(files.length, 'arquivo enviado', 'arquivos enviados')}.`;
  return failed === 0 ? sent : `${sent} ${formatCount(failed, 'não foi enviado', 'não foram enviados')}.`;
}

interface QueuedItemProps {
  readonly queued: QueuedFile;
  readonly queue: UploadQueue;
  readonly asksAlt: boolean;
}

function QueuedItem({ queued, queue, asksAlt }: QueuedItemProps): ReactElement {
  const { key, file, alt, state } = queued;
  const place = useRef<HTMLElement>(null);
  // The button that was pressed goes with the state of the file.
  useLostFocus(state.kind, () => place.current);
  const confirmable = state.kind === 'refused' ? state.reasons.filter(({ confirmavel }) => confirmavel) : [];
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Box
        ref={place}
        component="fieldset"
        aria-label={file.name}
        tabIndex={-1}
        sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1, alignItems: 'flex-start' }}
      >
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <strong>{file.name}</strong>, {factsInWords(file.size, null)}
          {state.kind === 'queued' && '. Na fila.'}
          {state.kind === 'stored' && '. Enviado.'}
        </Typography>
        {asksAlt && mayBeSent(queued) && <Description text={alt} onChange={(text) => queue.describe(key, text)} />}
        {state.kind === 'sending' && <Progress share={state.share} name={file.name} onCancel={() => queue.cancel(key)} />}
        <Outcome state={state} />
        {state.kind === 'refused' && confirmable.length === state.reasons.length && (
          <Confirmation onConfirm={(reason) => queue.confirm([key], { codes: confirmable.map(({ codigo }) => codigo), reason })} />
        )}
        {state.kind !== 'sending' && state.kind !== 'stored' && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {(state.kind === 'failed' || state.kind === 'cancelled') && (
              <Button size="small" variant="outlined" aria-label={`Tentar de novo: ${file.name}`} onClick={() => queue.send([key])}>
                Tentar de novo
              </Button>
            )}
            <Button size="small" aria-label={`Tirar da lista: ${file.name}`} onClick={() => queue.remove(key)}>
              Tirar da lista
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  );
}
