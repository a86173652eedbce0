import type { ReactElement } from 'react';
import { TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import type { TrackingForm } from '../../../shared/cases/case-screen.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { LeadParagraph } from '../../components/content/rich-text/rich-text.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import styles from '../case-form/case-form.module.css';
import { ErrorSummary } from '../case-form/error-summary.tsx';
import { FormContext } from '../case-form/form-context.ts';
import { TextInput } from '../case-form/text-fields.tsx';

export function FormularioDeConsulta({ form }: { readonly form: TrackingForm }): ReactElement {
  const { protocolo, codigo, errors, notice } = form;
  return (
    <Stack gap="l">
      <LeadParagraph>Com o protocolo e o código de acesso do recibo você vê a situação, o prazo e a resposta.</LeadParagraph>
      <FormContext value={{ typed: { protocolo, codigo }, errors }}>
        <form method="post" action={TRACKING_PATH} noValidate aria-label="Acompanhar pelo protocolo" className={styles.form}>
          <Stack>
            <ErrorSummary errors={errors} notices={notice === null ? [] : [notice]} title="Não foi possível consultar" />
            <TextInput name="protocolo" label="Protocolo" hint="Como OUV-2026-000123-4." autoComplete="off" width="short" />
            <TextInput name="codigo" label="Código de acesso" hint="8 letras e números." autoComplete="off" width="short" />
            <p>
              <Button type="submit">Consultar</Button>
            </p>
          </Stack>
        </form>
      </FormContext>
      <p>
        Perdeu o código? Por segurança ele não é guardado e ninguém pode mostrá-lo de novo. Procure o canal em que você registrou:{' '}
        <a href={routePath('ouvidoria')}>Ouvidoria</a>, <a href={routePath('sic')}>SIC</a> ou{' '}
        <a href={routePath('faleConosco')}>Fale conosco</a>.
      </p>
    </Stack>
  );
}
