/**
 * Parts of the application whose code is loaded when they are first shown. Where it cannot be loaded, the person is told so in its place and tries again:
 * the rest of the screen stays, with what was typed.
 */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ComponentType, createElement, type ReactElement, useEffect, useState } from 'react';

interface LazyComponentOptions<Part> {
  readonly load: () => Promise<Part>;
  /** What stands there meanwhile; a word where it is not said. */
  readonly meanwhile?: ReactElement;
}

type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads it before it is shown. Resolves as well where it cannot be loaded: the component says so when it is shown. */
  readonly preload: () => Promise<void>;
};

/** Returns a component that takes the place of one that is loaded. */
export function lazyComponent<Props extends object>({ load, meanwhile }: LazyComponentOptions<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  const preload = (): Promise<void> =>
    load().then(
      (part) => void (loaded = part),
      () => undefined,
    );
  function LazyComponent(props: Props): ReactElement {
    const [isLoaded, setLoaded] = useState(loaded !== null);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (isLoaded || hasFailed) return;
      let isShown = true;
      load().then(
        (part) => {
          loaded = part;
          if (isShown) setLoaded(true);
        },
        () => isShown && setFailed(true),
      );
      return () => {
        isShown = false;
      };
    }, [isLoaded, hasFailed]);
    if (loaded !== null) return createElement(loaded, props);
    if (hasFailed) return <NotLoaded onRetry={() => setFailed(false)} />;
    return meanwhile ?? <output>Carregando…</output>;
  }
  return Object.assign(LazyComponent, { preload });
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  return (
    <Alert severity="error" action={<Button onClick={onRetry}>Tentar de novo</Button>}>
      Esta parte da tela não pôde ser carregada. Confira sua conexão.
    </Alert>
  );
}
