import type { ReactElement, ReactNode } from 'react';
import { APPEAL_PATH, COMPLAINT_PATH, COMPLEMENT_PATH, EMAIL_PATH, RATING_PATH } from '../../../shared/cases/addresses.ts';
import type { CaseAction, CaseScreen } from '../../../shared/cases/case-screen.ts';
import { SubmitRow } from '../../components/forms/submit-row/submit-row.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import styles from '../case-form/case-form.module.css';
import { FormContext } from '../case-form/form-context.ts';
import { ReturnedSummary } from '../case-form/returned-parts.tsx';

export type Tracked = Extract<CaseScreen, { kind: 'tracked' }>;

/** Where each action is sent, and what the ids of its fields begin with. */
export const FORMAS: Readonly<Record<CaseAction, { readonly path: string; readonly prefix: string }>> = {
  complement: { path: COMPLEMENT_PATH, prefix: 'complemento' },
  appeal: { path: APPEAL_PATH, prefix: 'recurso' },
  complaint: { path: COMPLAINT_PATH, prefix: 'reclamacao' },
  rating: { path: RATING_PATH, prefix: 'avaliacao' },
  email: { path: EMAIL_PATH, prefix: 'correcao' },
};

interface ContextProps {
  readonly screen: Tracked;
  readonly action: CaseAction | null;
  readonly children: ReactNode;
}

/** The fields of one of the forms of the page: ids of their own, and what was typed only in the form that was sent. */
export function FormaDaAcao({ screen: { typed, errors, attempted }, action, children }: ContextProps): ReactElement {
  const own = action !== null && action === attempted;
  const state = own ? { typed, errors } : { typed: {}, errors: [] };
  return <FormContext value={action === null ? state : { ...state, prefix: FORMAS[action].prefix }}>{children}</FormContext>;
}

interface ActionProps {
  readonly screen: Tracked;
  readonly action: CaseAction;
  readonly title: string;
  readonly submitLabel: string;
  readonly children: ReactNode;
}

/** What a citizen may do with a case, under a title of its own: several may be possible at once. */
export function Acao({ screen, action, title, submitLabel, children }: ActionProps): ReactElement {
  const { path, prefix } = FORMAS[action];
  return (
    <div data-sem-impressao="">
      <Section title={title} id={prefix}>
        <FormaDaAcao screen={screen} action={action}>
          <form
            method="post"
            action={path}
            encType="multipart/form-data"
            acceptCharset="utf-8"
            noValidate
            className={styles.form}
            data-ato=""
            aria-labelledby={prefix}
          >
            <Access screen={screen} />
            <input type="hidden" name="chave" value={screen.chave} />
            <Stack>
              <ReturnedSummary />
              {children}
              <SubmitRow label={submitLabel} isSending={false} />
            </Stack>
          </form>
        </FormaDaAcao>
      </Section>
    </div>
  );
}

/** Each form of the page proves again what the first one did: the server keeps no session of a citizen. */
export function Access({ screen }: { readonly screen: Tracked }): ReactElement {
  return (
    <>
      <input type="hidden" name="protocolo" value={screen.case.protocolo} />
      <input type="hidden" name="codigo" value={screen.codigo} />
    </>
  );
}
