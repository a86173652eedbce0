/** The page as the public will see it, at the widths of a telephone and of a desk. The frame runs no script. */
import { Alert, Box, Button, Dialog, DialogContent, DialogTitle, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { type ReactElement, useEffect, useId, useState } from 'react';
import { useTimeZone } from '../../time/institution-time.ts';
import { ContentAdviceList } from '../content-advice-list.tsx';
import { isBeforeItsDay, type PreviewOf, type PreviewOptions, requestPreview } from './preview-request.ts';

const WIDTHS = [
  { id: 'telefone', label: 'Telefone', pixels: 360 },
  { id: 'computador', label: 'Computador', pixels: 1280 },
] as const;

type Shown =
  | { readonly kind: 'reading' }
  | { readonly kind: 'page'; readonly html: string; readonly isBeforeItsDay: boolean }
  | { readonly kind: 'failed'; readonly message: string };

interface PreviewDialogProps {
  readonly of: PreviewOf;
  readonly options: Omit<PreviewOptions, 'now' | 'timeZone'>;
  readonly onClose: () => void;
}

export function PreviewDialog({ of, options, onClose }: PreviewDialogProps): ReactElement {
  const id = useId();
  const [shown, setShown] = useState<Shown>({ kind: 'reading' });
  // On a telephone the page is shown as there, and not a part of a wide one.
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(() => WIDTHS[window.innerWidth < WIDTHS[1].pixels / 2 ? 0 : 1]);
  // The form behind the dialog does not change while it is open, so the page is asked for once.
  const timeZone = useTimeZone();
  const [asked] = useState({ of, options: { ...options, timeZone } });
  useEffect(() => {
    let isOpen = true;
    const now = new Date();
    requestPreview(asked.of, { ...asked.options, now }).then(
      (html) =>
        isOpen && setShown({ kind: 'page', html, isBeforeItsDay: isBeforeItsDay(asked.of, { now, timeZone: asked.options.timeZone }) }),
      (error: unknown) =>
        isOpen && setShown({ kind: 'failed', message: error instanceof Error ? error.message : 'A página não pôde ser mostrada.' }),
    );
    return () => {
      isOpen = false;
    };
  }, [asked]);
  return (
    <Dialog open onClose={onClose} fullScreen aria-labelledby={id}>
      <DialogTitle id={id}>Como o público verá a página</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1, p: 1 }}>
        {/* Before the page: behind it the way back would go past all its links. */}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label="Largura da tela"
            value={width.id}
            onChange={(_event, chosen) => setWidth(WIDTHS.find((candidate) => candidate.id === chosen) ?? width)}
          >
            {WIDTHS.map((candidate) => (
              <ToggleButton key={candidate.id} value={candidate.id}>
                {candidate.label}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Button onClick={onClose} variant="contained">
            Voltar ao formulário
          </Button>
        </Box>
        <Box component="output" sx={{ display: 'block' }}>
          {shown.kind === 'reading' && 'Montando a página…'}
          {shown.kind === 'page' && 'Página pronta. Nada foi salvo nem publicado.'}
          {shown.kind === 'page' && shown.isBeforeItsDay && ' No lugar da data agendada, a página mostra a de agora.'}
          {shown.kind === 'failed' && <Alert severity="warning">{shown.message}</Alert>}
        </Box>
        <Advice of={asked.of} />
        {shown.kind === 'page' && (
          // A person without a mouse scrolls it with the arrow keys.
          <Box component="section" aria-label="Página" tabIndex={0} sx={{ flex: 1, minHeight: 0, overflow: 'auto', bgcolor: 'grey.200' }}>
            <Box
              component="iframe"
              title={`A página em ${width.label.toLowerCase()}`}
              // Same origin, so that fonts load; without scripts, that gives the page nothing.
              sandbox="allow-same-origin"
              srcDoc={shown.html}
              onLoad={(event) => closeOnEscape(event.currentTarget, onClose)}
              sx={{
                display: 'block',
                width: width.pixels,
                height: '100%',
                minHeight: '30rem',
                border: 0,
                bgcolor: 'background.paper',
                mx: 'auto',
              }}
            />
          </Box>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** The dialog does not hear the keys that are pressed while the focus is in the frame. Safari does not either, where the frame runs no script. */
function closeOnEscape({ contentDocument }: HTMLIFrameElement, close: () => void): void {
  contentDocument?.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
}

/** What can be better in the texts of the page: headings, links, pictures, long sentences. */
function Advice({ of: { type, values } }: { readonly of: PreviewOf }): ReactElement {
  const texts = type.fields.flatMap(({ name, label, kind }) => {
    const html = values[name];
    return kind === 'html' && typeof html === 'string' && html !== '' ? [{ name, label, html }] : [];
  });
  return (
    <>
      {texts.map(({ name, label, html }) => (
        <ContentAdviceList key={name} html={html} label={label} />
      ))}
    </>
  );
}
