/**
 * What of a form is saved nowhere although no field says so: files that were chosen and not sent, and the choice after a conflict. A save would leave
 * the files out without a word, so it waits until they are sent or put away.
 */
import { createContext, type ReactElement, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { useBlocker, useTranslate, WarnWhenUnsavedChanges } from 'react-admin';

interface Counted {
  readonly count: number;
  /** Counts one more, until the function that it returns is called. */
  readonly add: () => () => void;
}

const NOTHING: Counted = { count: 0, add: () => () => undefined };
const UnsentFilesContext = createContext(NOTHING);
const OpenChoicesContext = createContext(NOTHING);

export function UnsentFilesOfForm({ children }: { readonly children: ReactNode }): ReactElement {
  const unsentFiles = useCounted();
  const openChoices = useCounted();
  return (
    <UnsentFilesContext value={unsentFiles}>
      <OpenChoicesContext value={openChoices}>{children}</OpenChoicesContext>
    </UnsentFilesContext>
  );
}

function useCounted(): Counted {
  const [count, setCount] = useState(0);
  const add = useCallback(() => {
    setCount((now) => now + 1);
    return () => setCount((now) => now - 1);
  }, []);
  return useMemo(() => ({ count, add }), [count, add]);
}

/** Adds an unsent file to the count of the form around it, while its field is shown. */
export function useUnsentFile(isUnsent: boolean): void {
  const { add } = use(UnsentFilesContext);
  useEffect(() => (isUnsent ? add() : undefined), [isUnsent, add]);
}

/** Has the form around not be left without a question while a choice after a conflict is open: react-admin takes the save that met it for done. */
export function useOpenChoice(isOpen: boolean): void {
  const { add } = use(OpenChoicesContext);
  useEffect(() => (isOpen ? add() : undefined), [isOpen, add]);
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

/** Asks before a form is left with changes, as react-admin does, or with what no field of the form says. */
export function WarnOfUnsaved({ enable = true, formRootPathName, formControl }: WarnOfUnsavedProps): ReactElement {
  const hasUnsentFile = useHasUnsentFile();
  const { count: openChoices } = use(OpenChoicesContext);
  if (hasUnsentFile || openChoices > 0) return <AlwaysWarn />;
  return <WarnWhenUnsavedChanges enable={enable} formRootPathName={formRootPathName} formControl={formControl} />;
}

/** Asks before a screen without a form is left with a file that was not sent. */
export function WarnOfUnsent(): ReactElement | null {
  return useHasUnsentFile() ? <AlwaysWarn /> : null;
}

function AlwaysWarn(): null {
  const translate = useTranslate();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(translate('ra.message.unsaved_changes'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, translate]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return null;
}
