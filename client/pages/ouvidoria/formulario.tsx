import type { ReactElement } from 'react';
import { TEXTO_DA_MANIFESTACAO } from '../../../shared/cases/form-limits.ts';
import { IDENTIFICACOES, RESPOSTAS_DA_OUVIDORIA, TIPOS_DE_MANIFESTACAO } from '../../../shared/cases/vocabulary.ts';
import { Stack } from '../../components/layout/column/column.tsx';
import { AttachmentsField } from '../case-form/attachments-field.tsx';
import formStyles from '../case-form/case-form.module.css';
import { CaseForm } from '../case-form/case-form.tsx';
import { RadioField } from '../case-form/choice-fields.tsx';
import { AddressFields, AnswerWayField, ContactFields, DocumentField, ProfileFields } from '../case-form/shared-parts.tsx';
import { SubjectField } from '../case-form/subject-field.tsx';
import { TextArea, TextInput } from '../case-form/text-fields.tsx';

export function FormularioDaOuvidoria(): ReactElement {
  return (
    <CaseForm
      channel="ouvidoria"
      label="Manifestação à Ouvidoria"
      submitLabel="Enviar a manifestação"
      legalBasis="participação e defesa do usuário do serviço público (Lei nº 13.460/2017)"
    >
      <RadioField name="identificacao" label="Você quer se identificar?" options={IDENTIFICACOES} />
      <RadioField name="tipo" label="O que você quer registrar?" options={TIPOS_DE_MANIFESTACAO} />
      <SubjectField required />
      <TextArea
        name="texto"
        label="Conte o que aconteceu"
        hint="Diga o quê, onde e quando. Não é preciso dizer por que você procurou a Ouvidoria."
        {...TEXTO_DA_MANIFESTACAO}
        rows={10}
      />
      <div className={formStyles.denunciation}>
        <Stack>
          <TextInput name="local_fato" label="Onde aconteceu" optional />
          <TextInput name="data_fato" label="Quando aconteceu" type="date" optional width="short" />
          <TextArea name="envolvidos" label="Quem participou" optional rows={3} most={2_000} />
        </Stack>
      </div>
      <div className={formStyles.identified}>
        <Stack>
          <ContactFields without="Sem e-mail, informe o telefone ou peça a resposta por carta." />
          <DocumentField />
          <AnswerWayField options={RESPOSTAS_DA_OUVIDORIA} optional />
          <AddressFields />
          <ProfileFields />
        </Stack>
      </div>
      <AttachmentsField />
    </CaseForm>
  );
}
