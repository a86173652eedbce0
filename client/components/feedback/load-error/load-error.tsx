import type { ReactElement, ReactNode } from 'react';
import { Button, LinkButton } from '../../navigation/button/button.tsx';
import { Alert } from '../alert/alert.tsx';
import styles from './load-error.module.css';

interface Props {
  /** Tries again in place. */
  readonly onRetry?: (() => void) | undefined;
  /** The address that tries again where there is no script. */
  readonly retryHref?: string | undefined;
  readonly note?: ReactNode;
}

/** A part of a page that could not be loaded; old content, when there is some, stays under it. */
export function LoadError({ onRetry, retryHref, note }: Props): ReactElement {
  return (
    <Alert tone="error" role="alert">
      <p className={styles.text}>
        <strong>Não foi possível carregar agora.</strong> {note}
      </p>
      {onRetry === undefined ? null : (
        <p>
          <Button variant="secondary" onClick={onRetry}>
            Tentar de novo
          </Button>
        </p>
      )}
      {onRetry === undefined && retryHref !== undefined ? (
        <p>
          <LinkButton variant="secondary" href={retryHref}>
            Tentar de novo
          </LinkButton>
        </p>
      ) : null}
    </Alert>
  );
}
