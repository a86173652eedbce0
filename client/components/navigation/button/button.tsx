import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../media/icon/icon.tsx';
import styles from './button.module.css';

type Variant = 'primary' | 'secondary' | 'subtle';

interface Appearance {
  readonly variant?: Variant;
  readonly icon?: string | undefined;
  readonly children: ReactNode;
}

interface ButtonProps extends Appearance {
  readonly type?: 'button' | 'submit';
  readonly onClick?: (() => void) | undefined;
  /** Keeps its place in the tab order, and the focus: whoever handles the press ignores it. */
  readonly disabled?: boolean;
  /** Name of a delegated action (`imprimir`, ...); such a button needs script and hides without it. */
  readonly action?: string | undefined;
  /** Its words say something where nothing can be clicked, such as the name of a file: paper has them. */
  readonly printed?: boolean;
}

export function Button(props: ButtonProps): ReactElement {
  const { type = 'button', variant = 'primary', icon, onClick, disabled, action, printed = false, children } = props;
  const scriptOnly = action === undefined ? {} : { 'data-acao': action, 'data-so-com-script': '' };
  const className = classNames(styles.button, styles[variant], printed && styles.printed);
  return (
    <button type={type} className={className} onClick={onClick} aria-disabled={disabled} {...scriptOnly}>
      {icon === undefined ? null : <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

interface LinkProps extends Appearance {
  readonly href: string;
  /** The address belongs to another site. */
  readonly external?: boolean | undefined;
  /** The address is no page of the application: the browser loads it. */
  readonly reload?: boolean;
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function LinkButton({ href, variant = 'primary', icon, external, reload = false, children }: LinkProps): ReactElement {
  return (
    <a href={href} className={classNames(styles.button, styles[variant])} data-recarregar={reload ? '' : undefined}>
      {icon === undefined ? null : <Icon name={icon} />}
      <span>
        {children}
        {external === true ? <span className="somente-leitor"> (abre outro site)</span> : null}
      </span>
      {external === true ? <Icon name="lucide:external-link" size="s" /> : null}
    </a>
  );
}

/** Prints the page; the listener is in client/accessibility/interactions.ts. */
export function PrintButton({
  label = 'Imprimir',
  variant = 'subtle',
}: Pick<Appearance, 'variant'> & { readonly label?: string }): ReactElement {
  return (
    <Button variant={variant} action="imprimir">
      {label}
    </Button>
  );
}
