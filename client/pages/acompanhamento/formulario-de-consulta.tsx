import type { ReactElement } from 'react';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import type { CaseAction, TrackingForm } from '../../../shared/cases/case-screen.ts';
import { noticesOf } from '../../../shared/cases/messages.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Stack } from '../../components/layout/column/column.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import { useSettings } from '../../site-state/contexts.ts';
import styles from '../case-form/case-form.module.css';
import { ErrorSummary } from '../case-form/error-summary.tsx';
import { FormContext } from '../case-form/form-context.ts';
import { TextInput } from '../case-form/text-fields.tsx';
import { CamposDaAcao } from './campos-da-acao.tsx';
import { FORMAS } from './forma-da-acao.tsx';

const ENVIAR: Readonly<Record<CaseAction, string>> = {
  complement: 'Acrescentar ao caso',
  appeal: 'Enviar o recurso',
  complaint: 'Enviar a reclamação',
  rating: 'Enviar a avaliação',
  email: 'Trocar o e-mail',
};

/** Asks for protocol and code. Where the citizen has tried to do something with the case, it goes on with that. */
export function FormularioDeConsulta({ form }: { readonly form: TrackingForm }): ReactElement {
  const { protocolo, codigo, errors, notice, pending } = form;
  const { hasMail } = useSettings();
  return (
    <Stack gap="l">
      <FormContext value={{ typed: { ...pending?.typed, protocolo, codigo }, errors }}>
        <form
          method="post"
          action={pending === null ? TRACKING_PATH : FORMAS[pending.action].path}
          encType="multipart/form-data"
          acceptCharset="utf-8"
          noValidate
          aria-label="Acompanhar pelo protocolo"
          className={styles.form}
        >
          <Stack>
            <ErrorSummary
              errors={errors}
              notices={noticesOf(notice, pending?.lostFiles === true)}
              title={pending === null ? 'Não foi possível consultar' : 'Não foi possível enviar'}
            />
            {protocolo !== '' && errors.length === 0 && notice === null ? (
              <p>
                Informe o código de acesso para abrir o caso. Ele fica aberto por 30 minutos neste navegador, que precisa aceitar cookies
                deste site.
              </p>
            ) : null}
            <TextInput name="protocolo" label="Protocolo" hint="Como OUV-2026-000123-4." autoComplete="off" width="short" />
            <TextInput name="codigo" label="Código de acesso" hint="8 letras e números." autoComplete="off" width="short" />
            {pending === null ? null : (
              <>
                <input type="hidden" name="chave" value={pending.typed['chave'] ?? ''} />
                <CamposDaAcao action={pending.action} perguntaSeResolveu={(pending.typed['resolutividade'] ?? '') !== ''} />
              </>
            )}
            <p>
              <Button type="submit">{pending === null ? 'Consultar' : ENVIAR[pending.action]}</Button>
            </p>
          </Stack>
        </form>
      </FormContext>
      <p>
        Perdeu o protocolo ou o código?{' '}
        {hasMail
          ? 'Se você informou um e-mail, os dois estão na mensagem que enviamos no registro. Não achou? Peça que a enviem de novo, no canal em que você registrou: '
          : 'O código não pode ser mostrado de novo. Para saber do seu caso, procure o canal em que você registrou: '}
        <a href={routePath('ouvidoria')}>Ouvidoria</a>, <a href={routePath('sic')}>SIC</a> ou{' '}
        <a href={routePath('faleConosco')}>Fale conosco</a>. Quem não se identificou precisa registrar de novo, porque não há como saber de
        quem é o caso.
      </p>
    </Stack>
  );
}
