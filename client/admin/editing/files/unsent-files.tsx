/** Files that were chosen in a form and not sent yet. A save would leave them out without a word, so it waits until they are sent or put away. */
import { createContext, type ReactElement, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';

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
