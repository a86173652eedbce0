/** How the text looks inside the field: TipTap's own stylesheet is not injected, because the content policy admits no inline style. */
export const TEXT_STYLES = {
  '& .ProseMirror': {
    minHeight: '10rem',
    maxHeight: '70vh',
    overflow: 'auto',
    p: 1.5,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '-1px' },
    '& table': { borderCollapse: 'collapse', width: '100%', my: 1 },
    '& td, & th': { border: 1, borderColor: 'grey.500', p: 0.5, verticalAlign: 'top', position: 'relative' },
    '& th': { bgcolor: 'action.hover', textAlign: 'left' },
    '& .selectedCell': { bgcolor: 'action.selected' },
    '& blockquote': { borderLeft: 4, borderColor: 'grey.400', ml: 0, pl: 2 },
    '& img': { maxWidth: '100%', height: 'auto', display: 'block' },
    '& .ProseMirror-selectednode': { outline: '3px solid', outlineColor: 'primary.main' },
    '& abbr[title]': { textDecoration: 'underline dotted' },
    '& a': { color: 'primary.main', textDecoration: 'underline' },
  },
} as const;
