/** What the buttons of the rich-text field do, and when they are pressed or unavailable. */
import type { ChainedCommands, Editor } from '@tiptap/core';
import type { HtmlProfile } from '../../../../shared/html/allowed-html.ts';

export interface ToolbarAction {
  readonly id: string;
  readonly label: string;
  /** Shown with the label; the keys that do the same. */
  readonly keys?: string;
  /** Only of a switch: whether it is on at the caret. */
  readonly isOn?: (editor: Editor) => boolean;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
}

function mark(id: string, label: string, keys?: string): ToolbarAction {
  return {
    id,
    label,
    ...(keys === undefined ? {} : { keys }),
    isOn: (editor) => editor.isActive(id),
    run: (chain) => chain.toggleMark(id),
  };
}

const MARKS: readonly ToolbarAction[] = [
  mark('bold', 'Negrito', 'Ctrl+B'),
  mark('italic', 'Itálico', 'Ctrl+I'),
  mark('strike', 'Riscado'),
  mark('superscript', 'Sobrescrito'),
  mark('subscript', 'Subscrito'),
];

const BLOCKS: readonly ToolbarAction[] = [
  {
    id: 'bulletList',
    label: 'Lista com marcadores',
    isOn: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    id: 'orderedList',
    label: 'Lista numerada',
    isOn: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  { id: 'sink', label: 'Aumentar o recuo do item', keys: 'Ctrl+]', run: (chain) => chain.sinkListItem('listItem') },
  { id: 'lift', label: 'Diminuir o recuo do item', keys: 'Ctrl+[', run: (chain) => chain.liftListItem('listItem') },
  { id: 'blockquote', label: 'Citação', isOn: (editor) => editor.isActive('blockquote'), run: (chain) => chain.toggleBlockquote() },
  { id: 'rule', label: 'Linha de separação', run: (chain) => chain.setHorizontalRule() },
];

const HISTORY: readonly ToolbarAction[] = [
  { id: 'undo', label: 'Desfazer', keys: 'Ctrl+Z', run: (chain) => chain.undo() },
  { id: 'redo', label: 'Refazer', keys: 'Ctrl+Shift+Z', run: (chain) => chain.redo() },
  { id: 'clear', label: 'Limpar a formatação', run: (chain) => chain.unsetAllMarks().clearNodes() },
];

export const INSERT_TABLE: ToolbarAction = {
  id: 'table',
  label: 'Inserir tabela',
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
};

/** Shown while the caret is inside a table. */
export const TABLE_ACTIONS: readonly ToolbarAction[] = [
  { id: 'rowBefore', label: 'Inserir linha acima', run: (chain) => chain.addRowBefore() },
  { id: 'rowAfter', label: 'Inserir linha abaixo', run: (chain) => chain.addRowAfter() },
  { id: 'columnBefore', label: 'Inserir coluna à esquerda', run: (chain) => chain.addColumnBefore() },
  { id: 'columnAfter', label: 'Inserir coluna à direita', run: (chain) => chain.addColumnAfter() },
  { id: 'deleteRow', label: 'Excluir linha', run: (chain) => chain.deleteRow() },
  { id: 'deleteColumn', label: 'Excluir coluna', run: (chain) => chain.deleteColumn() },
  { id: 'headerRow', label: 'Primeira linha é cabeçalho', run: (chain) => chain.toggleHeaderRow() },
  { id: 'headerColumn', label: 'Primeira coluna é cabeçalho', run: (chain) => chain.toggleHeaderColumn() },
  { id: 'deleteTable', label: 'Excluir tabela', run: (chain) => chain.deleteTable() },
];

/** The kinds of paragraph, as the list at the start of the toolbar offers them. */
export const PARAGRAPH_KINDS: Readonly<Record<HtmlProfile, readonly { readonly level: number | null; readonly label: string }[]>> = {
  corpo: [
    { level: null, label: 'Parágrafo' },
    { level: 2, label: 'Título 2' },
    { level: 3, label: 'Título 3' },
    { level: 4, label: 'Título 4' },
  ],
  trecho: [
    { level: null, label: 'Parágrafo' },
    { level: 4, label: 'Título' },
  ],
  titulo: [],
};

export function groupsOf(profile: HtmlProfile): readonly (readonly ToolbarAction[])[] {
  return profile === 'titulo' ? [MARKS, HISTORY] : [MARKS, BLOCKS, HISTORY];
}
