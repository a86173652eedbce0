/** A button whose work is done only when the person confirms it, because nothing takes it back. */
import type { ButtonProps } from '@mui/material/Button';
import { type ReactElement, useState } from 'react';
import { Confirm } from 'react-admin';
import { SteadyButton } from './steady-button.tsx';

interface ConfirmedButtonProps extends Pick<ButtonProps, 'children' | 'size' | 'aria-label'> {
  /** Title of the dialog. */
  readonly question: string;
  readonly consequence: string;
  /** Default: false. */
  readonly isIdle?: boolean;
  readonly onConfirm: () => Promise<void>;
}

/** Draws the button and, while it asks, the dialog. */
export function ConfirmedButton({ question, consequence, isIdle = false, onConfirm, ...button }: ConfirmedButtonProps): ReactElement {
  const [isAsked, setIsAsked] = useState(false);
  const confirm = (): void => {
    setIsAsked(false);
    void onConfirm();
  };
  return (
    <>
      <SteadyButton {...button} isIdle={isIdle} onClick={() => setIsAsked(true)} />
      <Confirm isOpen={isAsked} title={question} content={consequence} onConfirm={confirm} onClose={() => setIsAsked(false)} />
    </>
  );
}
