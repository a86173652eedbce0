import type { ReactElement, ReactNode } from 'react';
import { APPEAL_PATH, CASE_FILE_PATH, COMPLEMENT_PATH, RATING_PATH, TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import type { CaseAction, CaseScreen, TrackedCase } from '../../../shared/cases/case-screen.ts';
import { CHANNEL_NAMES, termInWords } from '../../../shared/cases/receipt-texts.ts';
import { formatDate } from '../../../shared/locale/dates.ts';
import { formatBytes } from '../../../shared/locale/numbers.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Timeline } from '../../components/content/timeline/timeline.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Button, PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import styles from '../case-form/case-form.module.css';
import { RadioField } from '../case-form/choice-fields.tsx';
import { ErrorSummary } from '../case-form/error-summary.tsx';
import { FormContext } from '../case-form/form-context.ts';
import { TextArea } from '../case-form/text-fields.tsx';

type Tracked = Extract<CaseScreen, { kind: 'tracked' }>;

const DONE: Readonly<Record<CaseAction, string>> = {
  complement: 'Sua mensagem foi acrescentada ao caso.',
  appeal: 'Seu recurso foi registrado.',
  rating: 'Sua avaliação foi registrada. Obrigado.',
};

export function Caso({ screen }: { readonly screen: Tracked }): ReactElement {
  const { case: caso, done, errors, typed, notice } = screen;
  return (
    <FormContext value={{ typed, errors }}>
      <Stack gap="l">
        <ErrorSummary errors={errors} notices={notice === null ? [] : [notice]} title="Não foi possível concluir" />
        {done === null ? null : (
          <Alert tone="success">
            <p>{DONE[done]}</p>
          </Alert>
        )}
        <Situacao caso={caso} />
        <Resposta caso={caso} />
        <Arquivos screen={screen} />
        <Section title="Andamento" id="andamento">
          <Timeline
            items={caso.andamentos.map(({ em, titulo, descricao }, index) => ({
              key: index,
              date: em,
              format: 'date-time',
              title: titulo,
              ...(descricao === null ? {} : { description: <PlainText text={descricao} /> }),
            }))}
          />
        </Section>
        <Acoes screen={screen} />
        <Row>
          <PrintButton />
          <ArrowLink href={TRACKING_PATH}>Consultar outro protocolo</ArrowLink>
        </Row>
      </Stack>
    </FormContext>
  );
}

function Situacao({ caso }: { readonly caso: TrackedCase }): ReactElement {
  const { canal, protocolo, situacao, registradoEm, prazoEm, diasRestantes } = caso;
  return (
    <Section title={`Protocolo ${protocolo}`} id="situacao">
      <DescriptionList
        columns
        items={[
          { label: 'Canal', value: CHANNEL_NAMES[canal].where },
          { label: 'Situação', value: <strong>{situacao}</strong> },
          { label: 'Registrado em', value: <DateTime date={registradoEm} format="date-time" /> },
          { label: 'Prazo da resposta', value: prazoEm === null ? null : termInWords(prazoEm) },
          { label: 'Faltam', value: diasRestantes === null ? null : daysLeft(diasRestantes) },
        ]}
      />
    </Section>
  );
}

function daysLeft(days: number): string {
  if (days === 0) return 'o prazo termina hoje';
  const count = Math.abs(days) === 1 ? '1 dia' : `${Math.abs(days)} dias`;
  return days > 0 ? count : `o prazo passou há ${count}`;
}

function Resposta({ caso }: { readonly caso: TrackedCase }): ReactElement | null {
  const { resposta, tipoResposta, fundamento, recursoAte, podeRecorrer, autoridadeDoRecurso } = caso;
  if (resposta === null) return null;
  return (
    <Section title="Resposta" id="resposta">
      <DescriptionList
        items={[
          { label: 'Resultado', value: tipoResposta },
          { label: 'Razão legal', value: fundamento },
        ]}
      />
      <PlainText text={resposta} />
      {podeRecorrer && recursoAte !== null ? (
        <Alert tone="info">
          <p>
            Você pode recorrer até {formatDate(recursoAte, 'long')}
            {autoridadeDoRecurso === null ? '' : `, a ${autoridadeDoRecurso}`}.
          </p>
        </Alert>
      ) : null}
    </Section>
  );
}

function PlainText({ text }: { readonly text: string }): ReactElement {
  return <p className={styles.plainText}>{text}</p>;
}

function Arquivos({ screen }: { readonly screen: Tracked }): ReactElement | null {
  const { arquivos } = screen.case;
  if (arquivos.length === 0) return null;
  return (
    <Section title="Arquivos" id="arquivos">
      <List plain>
        {arquivos.map(({ id, nome, bytes }) => (
          <li key={id}>
            <form method="post" action={CASE_FILE_PATH}>
              <Access screen={screen} />
              <input type="hidden" name="arquivo" value={id} />
              <Button type="submit" variant="subtle" icon="lucide:download">
                {nome} ({formatBytes(bytes)})
              </Button>
            </form>
          </li>
        ))}
      </List>
    </Section>
  );
}

/** Each form of the page proves again what the first one did: the server remembers nobody. */
function Access({ screen }: { readonly screen: Tracked }): ReactElement {
  return (
    <>
      <input type="hidden" name="protocolo" value={screen.case.protocolo} />
      <input type="hidden" name="codigo" value={screen.codigo} />
    </>
  );
}

interface ActionProps {
  readonly screen: Tracked;
  readonly action: string;
  readonly title: string;
  readonly children: ReactNode;
}

function ActionForm({ screen, action, title, children }: ActionProps): ReactElement {
  return (
    <form method="post" action={action} noValidate className={styles.form} aria-label={title}>
      <Access screen={screen} />
      <Stack>{children}</Stack>
    </form>
  );
}

const NOTAS = [
  { value: '5', label: '5, muito satisfeito' },
  { value: '4', label: '4' },
  { value: '3', label: '3' },
  { value: '2', label: '2' },
  { value: '1', label: '1, muito insatisfeito' },
] as const;

const RESOLUTIVIDADE = [
  { value: 'resolvida', label: 'Sim' },
  { value: 'parcial', label: 'Em parte' },
  { value: 'nao_resolvida', label: 'Não' },
] as const;

/** One form at a time where several are possible would hide what may be done: each has its own title, and its own text. */
function Acoes({ screen }: { readonly screen: Tracked }): ReactElement {
  const { podeComplementar, podeRecorrer, podeAvaliar } = screen.case;
  return (
    <>
      {podeRecorrer ? (
        <Section title="Recorrer da resposta" id="recorrer">
          <ActionForm screen={screen} action={APPEAL_PATH} title="Recorrer da resposta">
            <TextArea name="texto" label="Por que a resposta não atende" rows={5} most={10_000} />
            <p>
              <Button type="submit">Enviar o recurso</Button>
            </p>
          </ActionForm>
        </Section>
      ) : null}
      {podeComplementar && !podeRecorrer ? (
        <Section title="Acrescentar uma informação" id="complementar">
          <ActionForm screen={screen} action={COMPLEMENT_PATH} title="Acrescentar uma informação">
            <TextArea name="texto" label="O que você quer acrescentar" rows={5} most={10_000} />
            <p>
              <Button type="submit">Acrescentar ao caso</Button>
            </p>
          </ActionForm>
        </Section>
      ) : null}
      {podeAvaliar ? <Avaliacao screen={screen} /> : null}
    </>
  );
}

function Avaliacao({ screen }: { readonly screen: Tracked }): ReactElement {
  const single = !screen.case.podeComplementar && !screen.case.podeRecorrer;
  return (
    <Section title="Avaliar a resposta" id="avaliar">
      <ActionForm screen={screen} action={RATING_PATH} title="Avaliar a resposta">
        <RadioField name="nota" label="Que nota você dá?" options={NOTAS} />
        {screen.case.canal === 'ouvidoria' ? <RadioField name="resolutividade" label="Foi resolvido?" options={RESOLUTIVIDADE} /> : null}
        {single ? <TextArea name="texto" label="Quer dizer mais?" optional rows={3} most={2_000} /> : null}
        <p>
          <Button type="submit">Enviar a avaliação</Button>
        </p>
      </ActionForm>
    </Section>
  );
}
