/** Parts that the forms have in common: who writes, where a letter goes, and what the statistics may know. */
import type { ReactElement } from 'react';
import { ESCOLARIDADES, FAIXAS_ETARIAS, GENEROS, type Option, PESSOAS, UFS } from '../../../shared/cases/vocabulary.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { useSettings } from '../../site-state/contexts.ts';
import styles from './case-form.module.css';
import { RadioField, SelectField } from './choice-fields.tsx';
import { TextInput } from './text-fields.tsx';

const UF_OPTIONS = UFS.map((value) => ({ value, label: value }));

interface ContactFieldsProps {
  /** What who has no e-mail does. */
  readonly without: string;
}

/** Whom to speak to. How the answer comes is another question: a site that sends no e-mail answers by none. */
export function ContactFields({ without }: ContactFieldsProps): ReactElement {
  return (
    <>
      {/* Its limit is in the sentence of its fault: a field with one of its own would cut a name that is pasted, and say nothing. */}
      <TextInput name="nome" label="Nome ou nome social" autoComplete="name" />
      <TextInput
        name="email"
        label="E-mail"
        type="email"
        autoComplete="email"
        inputMode="email"
        replaceable
        hint={`Para falarmos com você. ${without}`}
      />
      <TextInput
        name="telefone"
        label="Telefone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        optional
        hint="Com DDD, como (91) 91234-5678."
        width="short"
      />
    </>
  );
}

export function DocumentField(): ReactElement {
  return (
    <TextInput
      name="documento"
      label="CPF ou CNPJ"
      optional
      hint="Não é preciso para receber a resposta. Se informar, fica guardado cifrado."
      width="short"
    />
  );
}

interface AnswerWayProps {
  readonly options: readonly Option[];
  readonly optional?: boolean;
}

/** How the answer comes. A site that sends no e-mail offers none by it. */
export function AnswerWayField({ options, optional = false }: AnswerWayProps): ReactElement {
  const { hasMail } = useSettings();
  const offered = hasMail ? options : options.filter(({ value }) => value !== 'email');
  return <RadioField name="forma_resposta" label="Como quer receber a resposta?" options={offered} optional={optional} />;
}

/** Shown where the answer comes by letter. */
export function AddressFields(): ReactElement {
  return (
    <fieldset className={styles.endereco}>
      <legend className={styles.label}>Endereço para a carta</legend>
      <Stack>
        <TextInput name="cep" label="CEP" autoComplete="postal-code" inputMode="numeric" width="short" />
        <TextInput name="logradouro" label="Rua, avenida ou travessa" autoComplete="address-line1" />
        <TextInput name="numero" label="Número" optional width="short" />
        <TextInput name="complemento" label="Complemento" optional autoComplete="address-line2" />
        <TextInput name="bairro" label="Bairro" optional autoComplete="address-level3" />
        <TextInput name="cidade" label="Cidade" autoComplete="address-level2" />
        <SelectField name="uf" label="Estado" options={UF_OPTIONS} none="Escolha" />
      </Stack>
    </fieldset>
  );
}

const NOT_SAID = 'Prefiro não informar';

/** Folded: most people leave it out, and may. */
export function ProfileFields(): ReactElement {
  return (
    <Accordion title="Ajude as estatísticas (opcional)">
      <Stack>
        <p className={styles.hint}>
          A lei pede que o instituto publique quem procura este canal, em números. As respostas ficam separadas do seu nome e não mudam nada
          no atendimento.
        </p>
        <SelectField name="perfil_pessoa" label="Você é" options={PESSOAS} optional none={NOT_SAID} />
        <SelectField name="perfil_faixa_etaria" label="Faixa de idade" options={FAIXAS_ETARIAS} optional none={NOT_SAID} />
        <SelectField name="perfil_genero" label="Gênero" options={GENEROS} optional none={NOT_SAID} />
        <SelectField name="perfil_escolaridade" label="Escolaridade" options={ESCOLARIDADES} optional none={NOT_SAID} />
        <SelectField name="perfil_uf" label="Estado em que mora" options={UF_OPTIONS} optional none={NOT_SAID} />
        <TextInput name="perfil_municipio" label="Município em que mora" optional />
      </Stack>
    </Accordion>
  );
}
