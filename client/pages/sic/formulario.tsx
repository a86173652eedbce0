import type { ReactElement } from 'react';
import { TEXTO_DO_PEDIDO } from '../../../shared/cases/form-limits.ts';
import { FORMATOS, RESPOSTAS_DO_SIC } from '../../../shared/cases/vocabulary.ts';
import { AttachmentsField } from '../case-form/attachments-field.tsx';
import { CaseForm } from '../case-form/case-form.tsx';
import { SelectField } from '../case-form/choice-fields.tsx';
import { AddressFields, AnswerWayField, ContactFields, DocumentField, ProfileFields } from '../case-form/shared-parts.tsx';
import { SubjectField } from '../case-form/subject-field.tsx';
import { TextArea } from '../case-form/text-fields.tsx';

interface Props {
  /** The request as the page proposes it. */
  readonly sugestao?: string;
}

export function FormularioDoSic({ sugestao = '' }: Props): ReactElement {
  return (
    <CaseForm
      channel="sic"
      label="Pedido de informação"
      submitLabel="Enviar o pedido"
      legalBasis="direito de acesso à informação (Lei nº 12.527/2011)"
    >
      <TextArea
        name="texto"
        label="Que informação você quer?"
        hint="Diga o assunto, o período e o tipo de documento. Não é preciso dizer o motivo."
        {...TEXTO_DO_PEDIDO}
        suggestion={sugestao}
      />
      <SubjectField />
      <SelectField name="formato_desejado" label="Em que formato" options={FORMATOS} optional none="Tanto faz" />
      <AnswerWayField options={RESPOSTAS_DO_SIC} />
      <ContactFields without="Sem e-mail, informe o telefone ou peça a resposta por carta." />
      <DocumentField />
      <AddressFields />
      <ProfileFields />
      <AttachmentsField />
    </CaseForm>
  );
}
