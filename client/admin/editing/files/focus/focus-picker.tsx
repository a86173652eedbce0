/** A picture with its focus point, which a click, a tap or the arrow keys move. */
import { Box, Button, Typography } from '@mui/material';
import { type KeyboardEvent, type MouseEvent, type ReactElement, useId } from 'react';
import { type FocusPoint, movedBy, positionInWords, within } from './focus-point.ts';

interface FocusPickerProps {
  readonly label: string;
  /** Address of the picture. */
  readonly src: string;
  readonly value: FocusPoint | null;
  readonly onChange: (point: FocusPoint | null) => void;
  readonly readOnly?: boolean;
  readonly error?: string | undefined;
}

const TALLEST_PX = 320;

const POINT = {
  position: 'absolute',
  width: 28,
  height: 28,
  transform: 'translate(-50%, -50%)',
  borderRadius: '50%',
  border: '3px solid #fff',
  // Seen on bright pictures too.
  boxShadow: '0 0 0 2px #000, inset 0 0 0 2px #000',
  pointerEvents: 'none',
} as const;

export function FocusPicker({ label, src, value, onChange, readOnly = false, error }: FocusPickerProps): ReactElement {
  const id = useId();
  const { x, y } = value ?? { x: 0.5, y: 0.5 };
  const onClick = ({ currentTarget, clientX, clientY }: MouseEvent): void => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    if (!readOnly && width > 0 && height > 0) onChange(within({ x: (clientX - left) / width, y: (clientY - top) / height }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const moved = movedBy(event.key, value);
    if (readOnly || moved === null) return;
    // The keys would scroll the page.
    event.preventDefault();
    onChange(moved);
  };
  return (
    <Box sx={{ mb: 2, maxWidth: '100%' }}>
      <Typography id={`${id}-label`} variant="body2" component="p" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <Box
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input of HTML has one direction; the text of this one says both
        role="slider"
        tabIndex={0}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(x * 100)}
        aria-valuetext={positionInWords(value)}
        aria-readonly={readOnly}
        onClick={onClick}
        onKeyDown={onKeyDown}
        sx={{
          position: 'relative',
          display: 'inline-block',
          maxWidth: '100%',
          lineHeight: 0,
          cursor: readOnly ? 'default' : 'crosshair',
          '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        <Box
          component="img"
          src={src}
          alt=""
          sx={{ display: 'block', maxWidth: '100%', maxHeight: TALLEST_PX, minHeight: 44, minWidth: 44 }}
        />
        <Box sx={POINT} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="body2">O ponto está {positionInWords(value)}.</Typography>
        {!readOnly && value !== null && (
          <Button size="small" onClick={() => onChange(null)}>
            Voltar ao meio
          </Button>
        )}
      </Box>
      <Typography id={`${id}-help`} variant="body2" color={error === undefined ? 'textSecondary' : 'error'}>
        {error ?? 'É a parte que fica à vista quando a imagem é cortada. Clique na imagem ou use as setas do teclado.'}
      </Typography>
    </Box>
  );
}
