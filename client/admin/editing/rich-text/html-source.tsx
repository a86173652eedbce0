/** A text as HTML: for what the rich-text field cannot show, so that opening a form never loses a part of a text. */
import { Alert, Box, TextField } from '@mui/material';
import type { ReactElement } from 'react';
import type { RichTextFieldProps } from './rich-text-props.ts';

export function HtmlSource({
  label,
  value,
  onChange,
  onBlur,
  required = false,
  disabled = false,
  error,
  helperText,
}: RichTextFieldProps): ReactElement {
  return (
    <Box sx={{ width: '100%' }}>
      <Alert severity="info" sx={{ mb: 1 }}>
        Este texto tem partes que o editor visual não mostra. Para que nada se perca, ele está aberto em HTML.
      </Alert>
      <TextField
        label={`${label} (HTML)`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onBlur={() => onBlur?.()}
        required={required}
        disabled={disabled}
        error={error !== undefined}
        helperText={error ?? helperText}
        multiline
        minRows={8}
        fullWidth
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
    </Box>
  );
}
