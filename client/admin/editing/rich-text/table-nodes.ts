/** Tables with header cells and a caption. */
import { type Extensions, Node } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

/** The words of a caption are an attribute of the table, so the element itself is not read a second time. */
const CAPTION = Node.create({
  name: 'captionOfTable',
  parseHTML: () => [{ tag: 'caption', ignore: true }],
  content: 'text*',
});

const TABLE = Table.extend({
  addAttributes: () => ({
    caption: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => element.querySelector(':scope > caption')?.textContent ?? null,
    },
  }),
  // The one of the package writes a style attribute, which the content policy refuses.
  renderHTML: ({ node, HTMLAttributes }) => {
    const caption: unknown = node.attrs['caption'];
    const words = typeof caption === 'string' && caption !== '' ? [['caption', { contenteditable: 'false' }, caption]] : [];
    return ['table', HTMLAttributes, ...words, ['tbody', 0]];
  },
  addKeyboardShortcuts() {
    // At the last cell Tab leaves the table, so that the keyboard is not caught in it (WCAG 2.1.2).
    return {
      Tab: () => this.editor.commands.goToNextCell(),
      'Shift-Tab': () => this.editor.commands.goToPreviousCell(),
    };
  },
}).configure({ resizable: false });

/** Cells without the column widths that the package keeps for its mouse. */
const SPANS = {
  colspan: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('colspan') ?? 1) },
  rowspan: { default: 1, parseHTML: (element: HTMLElement) => Number(element.getAttribute('rowspan') ?? 1) },
  colwidth: { default: null, rendered: false },
};

export function tableNodes(): Extensions {
  return [TABLE, TableRow, TableCell.extend({ addAttributes: () => SPANS }), TableHeader.extend({ addAttributes: () => SPANS }), CAPTION];
}
