/** A button that takes a step of the approval, and may not be pressed while it is taken. */
import { type ReactElement, useState } from 'react';
import { SteadyButton } from '../forms/steady-button.tsx';

interface StepButtonProps {
  readonly text: string;
  readonly isIdle?: boolean;
  readonly variant?: 'contained' | 'outlined';
  /** Id of the sentence that says what follows. */
  readonly describedBy?: string;
  readonly onStep: () => Promise<void>;
}

export function StepButton({ text, isIdle = false, variant = 'contained', describedBy, onStep }: StepButtonProps): ReactElement {
  const [isRunning, setRunning] = useState(false);
  const press = async (): Promise<void> => {
    setRunning(true);
    try {
      await onStep();
    } finally {
      setRunning(false);
    }
  };
  return (
    <SteadyButton
      variant={variant}
      sx={{ justifySelf: 'start' }}
      aria-describedby={describedBy}
      isIdle={isIdle || isRunning}
      onClick={() => void press()}
    >
      {text}
    </SteadyButton>
  );
}
