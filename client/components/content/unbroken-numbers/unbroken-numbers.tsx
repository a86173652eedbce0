import type { ReactElement } from 'react';
import styles from './unbroken-numbers.module.css';

/** A text whose postal code is one word: a browser would break it at its hyphen, or after 'CEP'. */
export function UnbrokenNumbers({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {text.split(/((?:CEP )?\d{5}-\d{3})/).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={part} className={styles.unbroken}>
            {part}
          </span>
        ),
      )}
    </>
  );
}
