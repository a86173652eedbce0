/**
 * The theme of the application, drawn from the site's tokens (client/styles/tokens.css and the institution's colours in /_tema). MUI computes
 * with colours, so they are read as the browser resolved them and read again when the person changes scheme or contrast.
 */
import { ptBR } from '@mui/material/locale';
import { getContrastRatio } from '@mui/material/styles';
import { createElement, type ReactElement } from 'react';
import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { HelperTextRoot } from '../forms/field-help.tsx';

/** WCAG 2.2, 1.4.3: text needs this ratio to its background. */
const TEXT_CONTRAST = 4.5;

/** WCAG 2.2, 2.5.8 asks 24 px; the site gives 44 px where it can. */
const TARGET_PX = 44;
const LEAST_TARGET_PX = 32;

/** The least size of letters. */
const SMALL = '0.875rem';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Media on which the resolved tokens depend. */
const TOKEN_MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', REDUCED_MOTION];

/** The look of what is for screen readers alone. */
export const HEARD_ONLY = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

/** Calls `onChange` when the tokens may resolve to other values. Returns the function that ends it. */
export function watchTokens(onChange: () => void): () => void {
  const queries = TOKEN_MEDIA.map((media) => matchMedia(media));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** Makes the theme from the tokens as they resolve now. */
export function themeFromTokens(): RaThemeOptions {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string, otherwise: string): string => {
    const value = styles.getPropertyValue(name).trim();
    return /^#[0-9a-f]{3,8}$/i.test(value) ? value : otherwise;
  };
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const surface = token('--cor-superficie', dark ? '#16201f' : '#ffffff');
  const text = token('--cor-texto', dark ? '#f2f0e8' : '#1c2526');
  // A colour of the institution that cannot be read on the surface gives way to the text colour.
  const readable = (colour: string): string => (getContrastRatio(colour, surface) >= TEXT_CONTRAST ? colour : text);
  const primary = readable(token('--cor-primaria', text));
  return {
    ...defaultTheme,
    palette: {
      mode: dark ? 'dark' : 'light',
      primary: { main: primary, contrastText: getContrastRatio('#ffffff', primary) >= TEXT_CONTRAST ? '#ffffff' : '#000000' },
      secondary: { main: readable(token('--cor-primaria-forte', primary)) },
      error: { main: readable(token('--cor-erro', '#981b1b')) },
      warning: { main: readable(token('--cor-alerta', '#744500')) },
      success: { main: readable(token('--cor-sucesso', '#1d5c34')) },
      info: { main: readable(token('--cor-info', '#1c4d86')) },
      background: { default: token('--cor-papel', surface), paper: surface },
      text: { primary: text, secondary: readable(token('--cor-texto-suave', text)) },
      contrastThreshold: TEXT_CONTRAST,
    },
    // Of MUI's own sizes some are 12 to 14 px. Here what is read has the browser's size, and what stands beside it is no smaller than 14 px.
    typography: {
      fontFamily: styles.getPropertyValue('--fonte') || 'sans-serif',
      body2: { fontSize: '1rem' },
      subtitle2: { fontSize: '1rem' },
      button: { fontSize: '1rem', textTransform: 'none' },
      caption: { fontSize: SMALL },
    },
    ...(matchMedia(REDUCED_MOTION).matches ? { transitions: { create: () => 'none' } } : {}),
    components: {
      // The words that MUI itself puts into its parts, where react-admin gives it none.
      ...ptBR.components,
      ...defaultTheme.components,
      MuiAutocomplete: {
        ...defaultTheme.components?.MuiAutocomplete,
        defaultProps: { ...ptBR.components?.MuiAutocomplete?.defaultProps, fullWidth: true },
      },
      // In the dark MUI lightens a surface with its height; the colours of texts were chosen on the surface as it is.
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      // Pale is for what cannot be read at all.
      MuiInputBase: {
        styleOverrides: {
          input: {
            '&::placeholder': { opacity: 1, color: readable(token('--cor-texto-suave', text)) },
            // Browsers make it as wide as its day and hour, wider than a telephone with letters of twice the size.
            '&[type=datetime-local]': { fontSize: 'min(1rem, 6.4vw)' },
          },
        },
      },
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: { styleOverrides: { root: { minHeight: TARGET_PX }, sizeSmall: { fontSize: '1rem' } } },
      MuiChip: {
        styleOverrides: { root: { '&&': { height: 'auto', minHeight: '24px' } }, label: { fontSize: SMALL, whiteSpace: 'normal' } },
      },
      MuiIconButton: { styleOverrides: { root: { minWidth: TARGET_PX, minHeight: TARGET_PX } } },
      MuiTableSortLabel: { styleOverrides: { root: { minHeight: LEAST_TARGET_PX } } },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
      // Its own grey is a light one in the dark theme too.
      RaToolbar: {
        styleOverrides: {
          root: {
            backgroundColor: surface,
            borderTop: `1px solid ${token('--cor-linha', text)}`,
            // An editor of the first field of a long form can save it there. In a low window, as that of 400 % zoom, the form has the room.
            '&.RaToolbar-desktopToolbar, &.RaToolbar-mobileToolbar': {
              position: 'sticky',
              bottom: 0,
              zIndex: 2,
              flexDirection: 'column',
              alignItems: 'flex-start',
              justifyContent: 'center',
              gap: '4px',
              paddingBlock: '8px',
              '@media (max-height: 30rem)': { position: 'static' },
            },
          },
        },
      },
      // react-admin lets it float over the ends of the rows of a narrow list.
      RaCreateButton: {
        styleOverrides: {
          root: { '&.RaCreateButton-floating': { position: 'static', width: TARGET_PX, height: TARGET_PX, boxShadow: 'none' } },
        },
      },
      RaSimpleForm: { styleOverrides: { root: { paddingBottom: '16px !important' } } },
      RaEdit: { styleOverrides: { root: { '& .RaEdit-card': { overflow: 'visible' } } } },
      RaCreate: { styleOverrides: { root: { '& .RaCreate-card': { overflow: 'visible' } } } },
      // react-admin shows what can be done with a row of a list in a form to who points at it, and to no keyboard (WCAG 2.2, 2.1.1).
      RaSimpleFormIterator: {
        styleOverrides: {
          root: {
            '& .RaSimpleFormIterator-action': { visibility: 'visible' },
            // Its fields, rows and buttons stand against each other.
            '& .RaSimpleFormIterator-form': { gap: '16px' },
            '& .RaSimpleFormIterator-line': { paddingBlock: '8px 16px' },
          },
        },
      },
      // Their own letters are of another family, and pale (WCAG 2.2, 1.4.3).
      RaError: { styleOverrides: { root: { '& .RaError-title': { fontFamily: 'inherit', opacity: 1 } } } },
      RaLoading: { styleOverrides: { root: { '& .RaLoading-message': { fontFamily: 'inherit', color: text } } } },
      // react-admin gives the focus to the answer that acts, which a second Enter on the button that asks would give.
      RaConfirm: { defaultProps: { slotProps: { transition: { onEnter: focusFirstButton } } } },
      // What a field that cannot be changed says is still to be read (WCAG 2.2, 1.4.3).
      MuiFormHelperText: {
        defaultProps: { component: HelperTextRoot },
        styleOverrides: { root: { '&.Mui-disabled': { color: readable(token('--cor-texto-suave', text)) } } },
      },
      MuiFormControl: {
        defaultProps: { variant: 'outlined', size: 'small', component: FormControlRoot },
        styleOverrides: { root: { maxWidth: '100%' } },
      },
      // Its own place above the field is in pixels, and larger letters would stand on what is written there. Its own size there is 12 px.
      MuiInputLabel: {
        styleOverrides: { outlined: { '&.MuiInputLabel-shrink': { transform: 'translate(14px, -0.625rem) scale(0.875)' } } },
      },
      // The gap for the name in the line around the field.
      MuiOutlinedInput: { styleOverrides: { notchedOutline: { '& legend': { fontSize: '0.875em' } } } },
      // A long choice takes a second line: on a telephone it would make the form wider than the screen.
      MuiSelect: { styleOverrides: { select: { whiteSpace: 'normal' } } },
    },
  };
}

/**
 * The element around an input. react-admin still gives an input the properties of MUI 8 beside those of 9, which takes what it does not know for
 * attributes of this element.
 */
function FormControlRoot(properties: Readonly<Record<string, unknown>>): ReactElement {
  const { InputProps: _input, inputProps: _htmlInput, InputLabelProps: _label, ...attributes } = properties;
  return createElement('div', attributes);
}

/** ARIA Authoring Practices, modal dialog: what cannot be undone easily leaves the focus to the least destructive answer. */
function focusFirstButton(dialog: HTMLElement): void {
  dialog.querySelector('button')?.focus();
}
