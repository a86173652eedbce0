/** Files that were chosen in a form and not sent yet. A save would leave them out without a word, so it waits until they are sent or put away. */
import { createContext, type ReactElement, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useBlocker, useTranslate, WarnWhenUnsavedChanges } from 'react-admin';

interface UnsentFiles {
  readonly count: number;
  /** Counts one more file, until the function that it returns is called. */
  readonly add: () => () => void;
}

const UnsentFilesContext = createContext<UnsentFiles>({ count: 0, add: () => () => undefined });

export function UnsentFilesOfForm({ children }: { readonly children: ReactNode }): ReactElement {
  const [count, setCount] = useState(0);
  const add = useCallback(() => {
    setCount((now) => now + 1);
    return () => setCount((now) => now - 1);
  }, []);
  const value = useMemo(() => ({ count, add }), [count, add]);
  return <UnsentFilesContext value={value}>{children}</UnsentFilesContext>;
}

/** Adds an unsent file to the count of the form around it, while its field is shown. */
export function useUnsentFile(isUnsent: boolean): void {
  const { add } = use(UnsentFilesContext);
  useEffect(() => (isUnsent ? add() : undefined), [isUnsent, add]);
}

/** Returns whether the form around has a chosen file that was not sent. */
export function useHasUnsentFile(): boolean {
  return use(UnsentFilesContext).count > 0;
}

interface WarnOfUnsavedProps {
  readonly enable?: boolean;
  readonly formRootPathName?: string;
  readonly formControl?: unknown;
}

/** Asks before a form is left with changes, as react-admin does, or with a file that was not sent, which is in no field of the form yet. */
export function WarnOfUnsaved({ enable = true, formRootPathName, formControl }: WarnOfUnsavedProps): ReactElement {
  if (useHasUnsentFile()) return <WarnOfUnsentFile />;
  return <WarnWhenUnsavedChanges enable={enable} formRootPathName={formRootPathName} formControl={formControl} />;
}

/** Asks before a screen without a form is left with a file that was not sent. */
export function WarnOfUnsent(): ReactElement | null {
  return useHasUnsentFile() ? <WarnOfUnsentFile /> : null;
}

function WarnOfUnsentFile(): null {
  const translate = useTranslate();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(translate('ra.message.unsaved_changes'))) blocker.proceed?.();
    else blocker.reset?.();
  }, [blocker, translate]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return null;
}
