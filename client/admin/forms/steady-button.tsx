/**
 * A button that keeps the focus while there is nothing for it to do, as while its own work runs: browsers take the focus from a button that is
 * disabled, and the keyboard and the screen reader are left nowhere.
 */
import Button, { type ButtonProps } from '@mui/material/Button';
import type { MouseEvent, ReactElement } from 'react';

interface SteadyProps {
  readonly 'aria-disabled': boolean;
  readonly className: string;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** Returns what makes a button say that it is idle, look so and do nothing, a submission included. */
export function steady(isIdle: boolean, onClick?: ButtonProps['onClick']): SteadyProps {
  return {
    'aria-disabled': isIdle,
    className: isIdle ? 'Mui-disabled' : '',
    onClick: (event) => {
      if (isIdle) event.preventDefault();
      else onClick?.(event);
    },
  };
}

/** Draws the button. */
export function SteadyButton({ isIdle, onClick, ...props }: Omit<ButtonProps, 'disabled'> & { readonly isIdle: boolean }): ReactElement {
  return <Button {...props} {...steady(isIdle, onClick)} />;
}
