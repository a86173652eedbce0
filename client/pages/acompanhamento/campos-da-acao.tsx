import type { ReactElement } from 'react';
import { PRAZOS_DO_SIC } from '../../../shared/atendimento/prazos.ts';
import type { CaseAction } from '../../../shared/cases/case-screen.ts';
import { MOST_CHARACTERS_OF_ACT } from '../../../shared/cases/form-limits.ts';
import { useSettings } from '../../site-state/contexts.ts';
import { AttachmentsField } from '../case-form/attachments-field.tsx';
import { RadioField } from '../case-form/choice-fields.tsx';
import { TextArea, TextInput } from '../case-form/text-fields.tsx';

const NOTAS = [
  { value: '5', label: '5, muito satisfeito' },
  { value: '4', label: '4, satisfeito' },
  { value: '3', label: '3, nem satisfeito nem insatisfeito' },
  { value: '2', label: '2, insatisfeito' },
  { value: '1', label: '1, muito insatisfeito' },
] as const;

const RESOLUTIVIDADE = [
  { value: 'resolvida', label: 'Sim' },
  { value: 'parcial', label: 'Em parte' },
  { value: 'nao_resolvida', label: 'Não' },
] as const;

interface Props {
  readonly action: CaseAction;
  /** What is appealed. */
  readonly contra?: 'resposta' | 'decisão';
  /** The answered manifestation may be reopened. */
  readonly reabre?: boolean;
  /** Whether the rating asks if the matter was solved. */
  readonly perguntaSeResolveu: boolean;
}

/** The fields of what a citizen does with a case. */
export function CamposDaAcao({ action, contra = 'resposta', reabre = false, perguntaSeResolveu }: Props): ReactElement {
  switch (action) {
    case 'appeal':
      return (
        <>
          <TextArea name="texto" label={`Por que a ${contra} não atende`} rows={5} most={MOST_CHARACTERS_OF_ACT.appeal} />
          <AttachmentsField />
        </>
      );
    case 'complaint':
      return (
        <>
          <TextArea
            name="texto"
            label="Quer dizer mais?"
            hint={`A reclamação vai à autoridade que cuida do cumprimento da Lei de Acesso à Informação. Ela decide em até ${PRAZOS_DO_SIC.decisaoDaReclamacao} dias.`}
            optional
            rows={3}
            most={MOST_CHARACTERS_OF_ACT.complaint}
          />
          <p>
            Para mandar um arquivo, envie primeiro a reclamação e depois <a href="#complemento">acrescente o arquivo ao caso</a>, nesta
            página.
          </p>
        </>
      );
    case 'complement':
      return (
        <>
          <TextArea
            name="texto"
            label={reabre ? 'O que faltou' : 'O que você quer acrescentar'}
            {...(reabre ? { hint: 'A manifestação volta para análise, com um prazo novo. Isso pode ser feito uma vez.' } : {})}
            rows={5}
            most={MOST_CHARACTERS_OF_ACT.complement}
          />
          <AttachmentsField />
        </>
      );
    case 'email':
      return <EmailCerto />;
    case 'rating':
      return (
        <>
          <RadioField name="nota" label="Que nota você dá?" options={NOTAS} />
          {perguntaSeResolveu ? (
            <RadioField
              name="resolutividade"
              label="Foi resolvido?"
              {...(reabre ? { hint: 'Com “Sim” a manifestação é encerrada e não pode mais ser reaberta.' } : {})}
              options={RESOLUTIVIDADE}
              optional
            />
          ) : null}
          <TextArea name="texto" label="Quer dizer mais?" optional rows={3} most={MOST_CHARACTERS_OF_ACT.rating} />
        </>
      );
  }
}

/** On a site that sends no e-mail the staff alone has the address. */
function EmailCerto(): ReactElement {
  const { hasMail } = useSettings();
  return (
    <TextInput
      name="email"
      label="E-mail certo"
      hint={
        hasMail
          ? 'O recibo e os avisos deste caso passam a ir para este endereço.'
          : 'Este site não envia e-mails: o que houver de novo aparece nesta página. A equipe passa a ter este endereço.'
      }
      type="email"
      autoComplete="email"
      inputMode="email"
    />
  );
}
