import type { ReactElement } from 'react';
import { TEXTO_DA_MENSAGEM } from '../../../shared/cases/form-limits.ts';
import { CaseForm } from '../case-form/case-form.tsx';
import { ContactFields } from '../case-form/shared-parts.tsx';
import { SubjectField } from '../case-form/subject-field.tsx';
import { TextArea } from '../case-form/text-fields.tsx';

export function FormularioDeContato(): ReactElement {
  return (
    <CaseForm
      channel="contato"
      label="Mensagem ao instituto"
      submitLabel="Enviar a mensagem"
      legalBasis="atendimento ao usuário do serviço público (Lei nº 13.460/2017)"
    >
      <ContactFields without="Se preferir, deixe só o telefone." />
      <SubjectField />
      <TextArea name="texto" label="Mensagem" {...TEXTO_DA_MENSAGEM} />
    </CaseForm>
  );
}
