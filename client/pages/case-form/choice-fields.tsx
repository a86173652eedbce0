import type { ReactElement, ReactNode } from 'react';
import type { Option } from '../../../shared/cases/vocabulary.ts';
import { classNames } from '../../components/class-names.ts';
import styles from './case-form.module.css';
import { FieldErrorText, FieldFrame } from './field-frame.tsx';
import { describedBy, useField } from './form-context.ts';

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly optional?: boolean;
  readonly hint?: ReactNode;
}

/** One of a list, folded. */
export function SelectField({ name, label, options, optional = false, hint, none }: ChoiceProps & { readonly none: string }): ReactElement {
  const state = useField(name);
  return (
    <FieldFrame state={state} label={label} optional={optional} hint={hint}>
      <select
        id={state.id}
        name={name}
        defaultValue={state.typed}
        className={classNames(styles.input, styles.select)}
        aria-invalid={state.error === undefined ? undefined : true}
        aria-describedby={describedBy(state, hint !== undefined)}
      >
        <option value="">{none}</option>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** One of a list, all of it to be seen, each with its effect. The list of problems links to the first. */
export function RadioField({ name, label, options, optional = false, hint }: ChoiceProps): ReactElement {
  const state = useField(name);
  return (
    <fieldset className={styles.group} aria-describedby={describedBy(state, hint !== undefined)}>
      <legend className={styles.label}>
        {label}
        {optional ? <span className={styles.optional}> (opcional)</span> : null}
      </legend>
      {hint === undefined ? null : (
        <p id={`${state.id}-dica`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldErrorText id={state.id} error={state.error} />
      {options.map((option, index) => {
        const id = index === 0 ? state.id : `${state.id}-${option.value}`;
        return (
          <div key={option.value} className={styles.option}>
            <input
              type="radio"
              id={id}
              name={name}
              value={option.value}
              defaultChecked={state.typed === option.value}
              aria-describedby={option.hint === undefined ? undefined : `${id}-efeito`}
            />
            <label htmlFor={id}>{option.label}</label>
            {option.hint === undefined ? null : (
              <p id={`${id}-efeito`} className={styles.hint}>
                {option.hint}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
