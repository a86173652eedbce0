import { type ReactElement, Suspense } from 'react';
import { FormularioDoCanalDocument } from '../../../shared/graphql/generated/documents/FormularioDoCanal.ts';
import { useFailedOnServer, useOperation } from '../../apollo/use-operation.ts';
import { SelectField } from './choice-fields.tsx';
import { useField } from './form-context.ts';

/** The subjects are rows. Where they cannot be read the form goes without: nobody has to choose one. */
export function SubjectField(): ReactElement {
  return (
    <Suspense fallback={<TypedSubject />}>
      <SubjectOrNothing />
    </Suspense>
  );
}

function SubjectOrNothing(): ReactElement {
  return useFailedOnServer(FormularioDoCanalDocument) ? <TypedSubject /> : <Subjects />;
}

function Subjects(): ReactElement {
  const { assunto: assuntos } = useOperation(FormularioDoCanalDocument);
  const options = assuntos.map(({ id, nome }) => ({ value: String(id), label: nome }));
  return <SelectField name="assunto" label="Assunto" options={options} optional none="Não sei" />;
}

/** Keeps what was chosen before. */
function TypedSubject(): ReactElement {
  const { typed } = useField('assunto');
  return <input type="hidden" name="assunto" defaultValue={typed} />;
}
