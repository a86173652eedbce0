import { type ReactElement, Suspense } from 'react';
import { FormularioDoCanalDocument } from '../../../shared/graphql/generated/documents/FormularioDoCanal.ts';
import { useFailedOnServer, useOperation } from '../../apollo/use-operation.ts';
import { SelectField } from './choice-fields.tsx';
import { useField } from './form-context.ts';

/** The subjects are rows. Where they cannot be read the form goes without: a subject need not be chosen. */
export function SubjectField({ required = false }: Props): ReactElement {
  return (
    <Suspense fallback={<TypedSubject />}>
      <SubjectOrNothing required={required} />
    </Suspense>
  );
}

interface Props {
  /** "I do not know" is an answer too, and chosen at first. */
  readonly required?: boolean;
}

function SubjectOrNothing(props: Props): ReactElement {
  return useFailedOnServer(FormularioDoCanalDocument) ? <TypedSubject /> : <Subjects {...props} />;
}

function Subjects({ required = false }: Props): ReactElement {
  const { assunto: assuntos } = useOperation(FormularioDoCanalDocument);
  const options = assuntos.map(({ id, nome }) => ({ value: String(id), label: nome }));
  return <SelectField name="assunto" label="Assunto" options={options} optional={!required} none="Não sei" />;
}

/** Keeps what was chosen before. */
function TypedSubject(): ReactElement {
  const { typed } = useField('assunto');
  return <input type="hidden" name="assunto" defaultValue={typed} />;
}
