/** The address of a picture that anyone may read, with the picture beside it. */
import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';

const LARGEST_PX = 96;

/** Draws the input and the picture. */
export function ImagePathInput(props: TextInputProps): ReactElement {
  const path: unknown = useWatch({ name: props.source });
  const shown = typeof path === 'string' && path.startsWith('/') ? path : null;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', width: '100%' }}>
      <TextInput {...props} />
      {shown === null ? null : <Box component="img" src={shown} alt="" sx={{ maxWidth: LARGEST_PX, maxHeight: LARGEST_PX }} />}
    </Box>
  );
}
