/** The questions of the rich-text field: an address, the meaning of an abbreviation, the caption of a table, a picture. */
import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import type { Editor } from '@tiptap/core';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { safeAddress } from '../../../../shared/html/address.ts';
import type { Picture } from './picture-node.ts';
import type { ToolbarDialog } from './toolbar.tsx';

/** Shows how to choose a picture, and calls back with the one that was chosen. */
export type PictureChooser = (props: { readonly onChosen: (picture: Picture) => void; readonly onCancel: () => void }) => ReactElement;

interface RichTextDialogProps {
  readonly kind: ToolbarDialog;
  readonly editor: Editor;
  readonly choosePicture: PictureChooser | null;
  readonly onClose: () => void;
}

export function RichTextDialog({ kind, editor, choosePicture, onClose }: RichTextDialogProps): ReactElement | null {
  const done = (): void => {
    onClose();
    editor.commands.focus();
  };
  if (kind !== 'image') return <WordsDialog question={QUESTIONS[kind]} editor={editor} onClose={done} />;
  if (choosePicture === null) return null;
  const Chooser = choosePicture;
  return (
    <Chooser
      onChosen={(picture) => {
        // Behind words that are selected: in their place it would take them away.
        if (!editor.isActive('image')) putCaretBehind(editor);
        editor.commands.insertContent({ type: 'image', attrs: picture });
        done();
      }}
      onCancel={done}
    />
  );
}

function focusWhenShown(input: HTMLElement | null): void {
  input?.focus();
}

interface Question {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly remove: string;
  readonly current: (editor: Editor) => string;
  /** Returns what is wrong with the answer; null where nothing is. */
  readonly fault: (answer: string) => string | null;
  readonly apply: (editor: Editor, answer: string) => void;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Words that stay selected go with the next key. */
function putCaretBehind(editor: Editor): void {
  editor.commands.setTextSelection(editor.state.selection.to);
}

const QUESTIONS: Readonly<Record<Exclude<ToolbarDialog, 'image'>, Question>> = {
  link: {
    title: 'Link',
    label: 'Endereço',
    hint: 'Um endereço deste site (/informacoes/noticias), de outro site (https://…), um e-mail (mailto:) ou um telefone (tel:).',
    remove: 'Remover o link',
    current: (editor) => text(editor.getAttributes('link')['href']),
    fault: (answer) =>
      answer.startsWith('#') || safeAddress(answer) !== null
        ? null
        : 'Este endereço não pode ser usado. Comece com /, https://, mailto: ou tel:.',
    apply: (editor, href) => {
      const chain = editor.chain().extendMarkRange('link');
      if (href === '') chain.unsetMark('link').run();
      else if (editor.state.selection.empty && !editor.isActive('link'))
        editor
          .chain()
          .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
          .run();
      else chain.setMark('link', { href }).run();
      putCaretBehind(editor);
    },
  },
  abbreviation: {
    title: 'Sigla e seu significado',
    label: 'Significado da sigla selecionada',
    hint: 'Selecione a sigla no texto antes. Exemplo: Certificado de Regularidade Previdenciária.',
    remove: 'Remover o significado',
    current: (editor) => text(editor.getAttributes('abbreviation')['title']),
    fault: () => null,
    apply: (editor, title) => {
      const chain = editor.chain().extendMarkRange('abbreviation');
      (title === '' ? chain.unsetMark('abbreviation') : chain.setMark('abbreviation', { title })).run();
      putCaretBehind(editor);
    },
  },
  caption: {
    title: 'Título da tabela',
    label: 'O que a tabela mostra',
    hint: 'Aparece acima da tabela e é lido antes dela por leitores de tela.',
    remove: 'Remover o título',
    current: (editor) => text(editor.getAttributes('table')['caption']),
    fault: () => null,
    apply: (editor, caption) => {
      editor
        .chain()
        .updateAttributes('table', { caption: caption === '' ? null : caption })
        .run();
    },
  },
};

function WordsDialog({
  question,
  editor,
  onClose,
}: {
  readonly question: Question;
  readonly editor: Editor;
  readonly onClose: () => void;
}): ReactElement {
  const [answer, setAnswer] = useState(() => question.current(editor));
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const had = question.current(editor) !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The dialog lies inside the form of the record in React's tree, which must not be sent with it.
    event.stopPropagation();
    const given = answer.trim();
    const found = given === '' ? null : question.fault(given);
    setFault(found);
    if (found !== null) return;
    question.apply(editor, given);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm" disableRestoreFocus>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{question.title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{question.hint}</DialogContentText>
          <TextField
            inputRef={focusWhenShown}
            fullWidth
            label={question.label}
            value={answer}
            onChange={({ target }) => setAnswer(target.value)}
            error={fault !== null}
            helperText={fault}
          />
        </DialogContent>
        <DialogActions>
          {had && (
            <Button
              color="error"
              onClick={() => {
                question.apply(editor, '');
                onClose();
              }}
            >
              {question.remove}
            </Button>
          )}
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="contained">
            Aplicar
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
