/**
 * The toolbar of the rich-text field, as the ARIA Authoring Practices describe it: one stop of the Tab key, arrows between the buttons. It is
 * reached from the text with Alt+F10.
 */
import AddPhotoAlternate from '@mui/icons-material/AddPhotoAlternate';
import FormatBold from '@mui/icons-material/FormatBold';
import FormatClear from '@mui/icons-material/FormatClear';
import FormatIndentDecrease from '@mui/icons-material/FormatIndentDecrease';
import FormatIndentIncrease from '@mui/icons-material/FormatIndentIncrease';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatQuote from '@mui/icons-material/FormatQuote';
import FormatStrikethrough from '@mui/icons-material/FormatStrikethrough';
import HorizontalRule from '@mui/icons-material/HorizontalRule';
import LinkIcon from '@mui/icons-material/Link';
import Redo from '@mui/icons-material/Redo';
import ShortText from '@mui/icons-material/ShortText';
import Subscript from '@mui/icons-material/Subscript';
import Superscript from '@mui/icons-material/Superscript';
import TableChart from '@mui/icons-material/TableChart';
import Undo from '@mui/icons-material/Undo';
import { Box, Button, Divider, IconButton, NativeSelect, type SvgIconProps, Tooltip } from '@mui/material';
import { type Editor, useEditorState } from '@tiptap/react';
import { type ComponentType, type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react';
import type { HtmlProfile } from '../../../../shared/html/allowed-html.ts';
import { groupsOf, INSERT_TABLE, PARAGRAPH_KINDS, TABLE_ACTIONS, type ToolbarAction } from './toolbar-actions.ts';

const ICONS: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  bold: FormatBold,
  italic: FormatItalic,
  strike: FormatStrikethrough,
  superscript: Superscript,
  subscript: Subscript,
  bulletList: FormatListBulleted,
  orderedList: FormatListNumbered,
  sink: FormatIndentIncrease,
  lift: FormatIndentDecrease,
  blockquote: FormatQuote,
  rule: HorizontalRule,
  undo: Undo,
  redo: Redo,
  clear: FormatClear,
  table: TableChart,
  link: LinkIcon,
  image: AddPhotoAlternate,
  abbreviation: ShortText,
};

/** What opens a dialog. */
export type ToolbarDialog = 'link' | 'image' | 'abbreviation' | 'caption';

const DIALOGS: readonly { readonly id: ToolbarDialog; readonly label: string; readonly keys?: string }[] = [
  { id: 'link', label: 'Link', keys: 'Ctrl+K' },
  { id: 'abbreviation', label: 'Sigla e seu significado' },
  { id: 'image', label: 'Inserir imagem' },
];

interface ToolbarProps {
  readonly editor: Editor;
  readonly profile: HtmlProfile;
  readonly label: string;
  readonly controls: string;
  readonly disabled: boolean;
  readonly onDialog: (dialog: ToolbarDialog) => void;
}

export function Toolbar(props: ToolbarProps): ReactElement {
  const { editor, profile, label, controls, disabled, onDialog } = props;
  const bar = useRef<HTMLDivElement>(null);
  const inTable = useEditorState({ editor, selector: (state) => state.editor.isActive('table') });
  const dialogs = DIALOGS.filter(({ id }) => profile !== 'titulo' || id === 'abbreviation');
  return (
    <Box
      ref={bar}
      role="toolbar"
      aria-label={`Formatação de ${label}`}
      aria-controls={controls}
      onKeyDown={(event) => moveFocus(event, bar.current)}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.25, alignItems: 'center', p: 0.5, borderBottom: 1, borderColor: 'divider' }}
    >
      {PARAGRAPH_KINDS[profile].length > 0 && <ParagraphKind editor={editor} profile={profile} disabled={disabled} />}
      {groupsOf(profile).map((group, index) => (
        <Group key={group[0]?.id} isFirst={index === 0}>
          {group.map((action) => (
            <ActionButton key={action.id} editor={editor} action={action} disabled={disabled} />
          ))}
        </Group>
      ))}
      <Group isFirst={false}>
        {dialogs.map((dialog) => (
          <DialogButton key={dialog.id} editor={editor} dialog={dialog} disabled={disabled} onOpen={() => onDialog(dialog.id)} />
        ))}
        {profile !== 'titulo' && <ActionButton editor={editor} action={INSERT_TABLE} disabled={disabled || inTable} />}
      </Group>
      {inTable && (
        <Box component="fieldset" aria-label="Tabela" sx={{ border: 0, m: 0, p: 0, display: 'flex', flexWrap: 'wrap', flexBasis: '100%' }}>
          {TABLE_ACTIONS.map((action) => (
            <WordButton key={action.id} label={action.label} disabled={disabled} onPress={() => action.run(editor.chain().focus()).run()} />
          ))}
          <WordButton label="Título da tabela" disabled={disabled} onPress={() => onDialog('caption')} />
        </Box>
      )}
    </Box>
  );
}

function Group({ isFirst, children }: { readonly isFirst: boolean; readonly children: ReactNode }): ReactElement {
  return (
    <>
      {!isFirst && <Divider orientation="vertical" flexItem />}
      {children}
    </>
  );
}

function ParagraphKind({ editor, profile, disabled }: Pick<ToolbarProps, 'editor' | 'profile' | 'disabled'>): ReactElement {
  const level = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isActive('heading') ? Number(current.getAttributes('heading')['level']) : null),
  });
  const choose = (chosen: number | null): void => {
    const chain = editor.chain().focus();
    (chosen === null ? chain.setNode('paragraph') : chain.setNode('heading', { level: chosen })).run();
  };
  return (
    <NativeSelect
      disabled={disabled}
      value={level ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
      inputProps={{ 'aria-label': 'Tipo de parágrafo' }}
      sx={{ minWidth: '8rem', px: 0.5 }}
    >
      {PARAGRAPH_KINDS[profile].map((kind) => (
        <option key={kind.label} value={kind.level ?? ''}>
          {kind.label}
        </option>
      ))}
    </NativeSelect>
  );
}

function ActionButton(props: { readonly editor: Editor; readonly action: ToolbarAction; readonly disabled: boolean }): ReactElement {
  const { editor, action, disabled } = props;
  const { isOn, can } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      isOn: action.isOn?.(current),
      can: current.isEditable && action.run(current.can().chain()).run(),
    }),
  });
  return (
    <IconAction
      {...action}
      disabled={disabled || !can}
      {...(isOn === undefined ? {} : { pressed: isOn })}
      onPress={() => action.run(editor.chain().focus()).run()}
    />
  );
}

interface DialogButtonProps {
  readonly editor: Editor;
  readonly dialog: (typeof DIALOGS)[number];
  readonly disabled: boolean;
  readonly onOpen: () => void;
}

function DialogButton({ editor, dialog, disabled, onOpen }: DialogButtonProps): ReactElement {
  const isOn = useEditorState({ editor, selector: (state) => state.editor.isActive(dialog.id) });
  return <IconAction {...dialog} disabled={disabled} {...(dialog.id === 'image' ? {} : { pressed: isOn })} onPress={onOpen} popup />;
}

interface IconActionProps {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly disabled: boolean;
  readonly pressed?: boolean;
  readonly popup?: boolean;
  readonly onPress: () => void;
}

/** Stays focusable while it is not available, so that the arrows and the focus do not lose their place. */
function IconAction({ id, label, keys, disabled, pressed, popup = false, onPress }: IconActionProps): ReactElement {
  const Icon = ICONS[id] ?? ShortText;
  return (
    <Tooltip title={keys === undefined ? label : `${label} (${keys})`}>
      <IconButton
        size="small"
        aria-label={label}
        aria-disabled={disabled}
        {...(keys === undefined ? {} : { 'aria-keyshortcuts': keys.replace('Ctrl', 'Control') })}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(popup ? { 'aria-haspopup': 'dialog' as const } : {})}
        tabIndex={id === 'bold' ? 0 : -1}
        onClick={() => !disabled && onPress()}
        sx={{ borderRadius: 1, opacity: disabled ? 0.4 : 1, bgcolor: pressed === true ? 'action.selected' : 'transparent' }}
      >
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

function WordButton({
  label,
  disabled,
  onPress,
}: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onPress: () => void;
}): ReactElement {
  return (
    <Button size="small" tabIndex={-1} disabled={disabled} onClick={onPress} sx={{ textTransform: 'none' }}>
      {label}
    </Button>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Arrows move between the buttons; the one that was left last is the stop of the Tab key. */
function moveFocus(event: KeyboardEvent, bar: HTMLElement | null): void {
  const step = STEPS[event.key];
  if (step === undefined || bar === null) return;
  const stops = [...bar.querySelectorAll<HTMLElement>('button:not([disabled])')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return;
  event.preventDefault();
  const next = stops[step(at, stops.length)];
  for (const stop of stops) stop.tabIndex = stop === next ? 0 : -1;
  next?.focus();
}
