/** The rich-text field: what can be written in it is what a page can show, and its value is the HTML as the site's sanitiser leaves it. */
import { Alert, Box, FormHelperText, InputLabel } from '@mui/material';
import { EditorContent, useEditor } from '@tiptap/react';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { faultAndHelp } from '../../forms/field-help.tsx';
import { ContentAdviceList } from '../content-advice-list.tsx';
import { HtmlSource } from './html-source.tsx';
import { isLossless } from './lossless-check.ts';
import { readPasted } from './pasted-html.ts';
import { RichTextDialog } from './rich-text-dialog.tsx';
import type { RichTextFieldProps } from './rich-text-props.ts';
import { textExtensions } from './text-extensions.ts';
import { TEXT_STYLES } from './text-styles.ts';
import { Toolbar, type ToolbarDialog } from './toolbar.tsx';
import { type DocumentNode, writtenHtml } from './written-html.ts';

const KEYS = 'Alt+F10 leva aos botões de formatação.';
const LOST_PICTURES = 'Imagens e arquivos não vêm ao colar ou arrastar. Coloque cada imagem no seu lugar com o botão “Inserir imagem”.';
const NO_PICTURES = 'Imagens e arquivos não entram neste texto.';

/** Shows the field, or the HTML where the text holds what the field cannot show. */
export function RichTextField(props: RichTextFieldProps): ReactElement {
  const [isSource, setSource] = useState(false);
  return (
    <Box sx={{ width: '100%' }}>
      {isSource ? <HtmlSource {...props} /> : <WrittenText {...props} onLossy={() => setSource(true)} />}
      <ContentAdviceList html={props.value} label={props.label} />
    </Box>
  );
}

function WrittenText(props: RichTextFieldProps & { readonly onLossy: () => void }): ReactElement {
  const { label, profile, value, choosePicture, required = false, disabled = false, error, helperText, onLossy } = props;
  const id = useId();
  const [dialog, setDialog] = useState<ToolbarDialog | null>(null);
  const [losesPictures, setLosesPictures] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);
  /** The text that the editor holds, so that only another one is put into it. */
  const shown = useRef(value);
  const editor = useEditor({
    extensions: textExtensions(profile),
    content: value,
    editable: !disabled,
    injectCSS: false,
    immediatelyRender: true,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': String(profile !== 'titulo'),
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-help`,
        'aria-required': String(required),
        lang: 'pt-BR',
        spellcheck: 'true',
      },
      transformPastedHTML: (html) => {
        const pasted = readPasted(html);
        setLosesPictures(pasted.losesPictures);
        return pasted.html;
      },
      // A screenshot, or a picture that was copied alone. Office programs add a picture of the whole to what they copy as text.
      handleDOMEvents: {
        paste: (_view, { clipboardData }) => {
          setLosesPictures(clipboardData?.types.includes('text/html') === false && clipboardData.files.length > 0);
          return false;
        },
      },
      // A browser would open the file in place of the form.
      handleDrop: (_view, event, slice) => {
        if (slice.size > 0 || event.dataTransfer?.files.length === 0) return false;
        setLosesPictures(true);
        event.preventDefault();
        return true;
      },
      handleKeyDown: (_view, event) => {
        if (event.key === 'F10' && event.altKey) {
          toolbar.current?.querySelector<HTMLElement>('[role=toolbar] button[tabindex="0"]')?.focus();
          return true;
        }
        if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && profile !== 'titulo') {
          setDialog('link');
          return true;
        }
        return false;
      },
    },
    onUpdate: ({ editor: current }) => {
      const html = writtenHtml(current.getJSON() as DocumentNode, profile);
      if (html === shown.current) return;
      shown.current = html;
      props.onChange(html);
    },
    onBlur: () => props.onBlur?.(),
  });
  useEffect(() => {
    if (!isLossless(value, writtenHtml(editor.getJSON() as DocumentNode, profile)) && value === shown.current) onLossy();
  }, [editor, onLossy, profile, value]);
  useEffect(() => {
    // Another text from outside: a draft that was taken back, another version.
    if (value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor.setEditable(!disabled, false);
    editor.view.dom.setAttribute('aria-invalid', String(error !== undefined));
  }, [editor, disabled, error]);
  return (
    <Box ref={toolbar} sx={{ width: '100%' }}>
      <InputLabel id={`${id}-label`} shrink={false} sx={{ position: 'static', transform: 'none', mb: 0.5 }} error={error !== undefined}>
        {label}
        {required ? ' (obrigatório)' : ''}
      </InputLabel>
      <Box sx={{ border: 1, borderColor: error === undefined ? 'grey.600' : 'error.main', borderRadius: 1, ...TEXT_STYLES }}>
        <Toolbar editor={editor} profile={profile} label={label} controls={id} disabled={disabled} onDialog={setDialog} />
        <EditorContent editor={editor} />
      </Box>
      <Box component="output" sx={{ display: 'block' }}>
        {losesPictures && (
          <Alert severity="warning" role="none" onClose={() => setLosesPictures(false)} closeText="Fechar o aviso">
            {profile === 'titulo' ? NO_PICTURES : LOST_PICTURES}
          </Alert>
        )}
      </Box>
      <FormHelperText id={`${id}-help`} error={error !== undefined}>
        {/* The form keeps a help of the field below its error. */}
        {error === undefined ? (helperText ?? KEYS) : faultAndHelp(error, helperText === undefined ? KEYS : undefined)}
      </FormHelperText>
      {dialog !== null && <RichTextDialog kind={dialog} editor={editor} choosePicture={choosePicture} onClose={() => setDialog(null)} />}
    </Box>
  );
}
