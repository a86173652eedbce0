import type { ReactElement } from 'react';
import type { TrackedCase } from '../../../shared/cases/case-screen.ts';
import { termInWords } from '../../../shared/cases/receipt-texts.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { isLate, PlainText } from './partes-do-caso.tsx';

interface Props {
  readonly caso: TrackedCase;
}

/** Says what a late answer does not change, and who may be asked about it. */
export function Atraso({ caso }: Props): ReactElement | null {
  if (!isLate(caso)) return null;
  const appeal = caso.recursos.find(({ decisao }) => decisao === null);
  const isAppeal = appeal !== undefined;
  return (
    <Alert tone="warning" title={isAppeal ? 'A decisão do recurso está atrasada' : 'A resposta está atrasada'}>
      <p>
        {isAppeal ? `A decisão devia vir ${termInWords(appeal.prazoEm)}. ` : ''}O instituto continua obrigado a{' '}
        {isAppeal ? 'decidir' : 'responder'}. <QuemCobrar caso={caso} />
      </p>
    </Alert>
  );
}

/** A complaint is filed once; where it does not help, the ouvidoria is asked. */
function QuemCobrar({ caso: { canal, podeReclamar, reclamacao } }: Props): ReactElement {
  if (podeReclamar) {
    return (
      <>
        Você pode <a href="#reclamacao">reclamar da falta de resposta</a> aqui mesmo.
      </>
    );
  }
  if (canal === 'sic') {
    return (
      <>
        {reclamacao === null || reclamacao.semObjeto ? null : (
          <>
            Veja <a href="#sua-reclamacao">sua reclamação</a>.{' '}
          </>
        )}
        Você pode {reclamacao === null ? '' : 'também '}
        <a href={routePath('ouvidoria')}>reclamar na Ouvidoria</a>: informe este protocolo.
      </>
    );
  }
  return (
    <>
      Você pode cobrar por telefone ou no balcão, com este protocolo: veja os <a href={routePath('ouvidoria')}>contatos da Ouvidoria</a>.
    </>
  );
}

/** The complaint that no answer came, with its term or its decision. */
export function Reclamacao({ caso: { reclamacao } }: Props): ReactElement | null {
  if (reclamacao === null) return null;
  const { motivo, em, prazoEm, decisao, texto, autoridade, isLate: isDecisionLate } = reclamacao;
  return (
    <Section title="Sua reclamação por falta de resposta" id="sua-reclamacao">
      <Stack>
        <DescriptionList
          columns
          items={[
            { label: 'Enviada em', value: <DateTime date={em} format="date-time" /> },
            { label: 'Decisão', value: decisao ?? `${isDecisionLate ? 'devia vir' : 'vem'} ${termInWords(prazoEm)}` },
            decisao === null
              ? { label: 'Quem decide', value: 'autoridade que cuida do cumprimento da Lei de Acesso à Informação no instituto' }
              : { label: 'Quem decidiu', value: autoridade },
          ]}
        />
        {texto === null ? null : <PlainText text={texto} />}
        {motivo === null ? null : (
          <Accordion title="O que você escreveu na reclamação" level={3}>
            <PlainText text={motivo} />
          </Accordion>
        )}
      </Stack>
    </Section>
  );
}
