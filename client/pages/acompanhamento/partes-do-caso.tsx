import type { ReactElement, ReactNode } from 'react';
import { CASE_FILE_PATH } from '../../../shared/cases/addresses.ts';
import type { CaseFile, TrackedCase } from '../../../shared/cases/case-screen.ts';
import { appealAuthority, CHANNEL_NAMES, complementTerm, termInWords } from '../../../shared/cases/receipt-texts.ts';
import { NO_BALCAO } from '../../../shared/cases/vocabulary.ts';
import { formatDate } from '../../../shared/locale/dates.ts';
import { formatBytes } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Button } from '../../components/navigation/button/button.tsx';
import styles from '../case-form/case-form.module.css';
import { Access, type Tracked } from './forma-da-acao.tsx';

interface Props {
  readonly caso: TrackedCase;
}

/** What the citizen has to do before anything goes on. */
export function Pergunta({ caso: { pergunta, complementarAte } }: Props): ReactElement | null {
  if (pergunta === null) return null;
  return (
    <Alert tone="warning" title="Precisamos de uma informação sua">
      <PlainText text={pergunta} />
      {complementarAte === null ? null : <p>{complementTerm(complementarAte)}</p>}
      <p>
        <a href="#complemento">Responder agora</a>
      </p>
    </Alert>
  );
}

export function isLate({ diasRestantes }: TrackedCase): boolean {
  return diasRestantes !== null && diasRestantes < 0;
}

function isAppealing({ recursos }: TrackedCase): boolean {
  return recursos.some(({ decisao }) => decisao === null);
}

/** Where the case is, and what its citizen has to do with it next. */
export function Situacao({ caso }: Props): ReactElement {
  const { canal, protocolo, situacao, registradoEm, respondidoEm, diasRestantes } = caso;
  return (
    <Section
      title={
        <>
          Protocolo <span className={styles.protocol}>{protocolo}</span>
        </>
      }
      id="situacao"
    >
      <DescriptionList
        columns
        items={[
          { label: 'Canal', value: CHANNEL_NAMES[canal].where },
          { label: 'Situação', value: <strong>{situacao}</strong> },
          { label: 'Registrado em', value: <DateTime date={registradoEm} format="date-time" /> },
          { label: 'Respondido em', value: respondidoEm === null ? null : <DateTime date={respondidoEm} format="date-time" /> },
          { label: termLabel(caso), value: termOf(caso) },
          { label: daysLabel(diasRestantes), value: diasRestantes === null ? null : daysInWords(diasRestantes) },
          { label: 'Como você recebe a resposta', value: formaDaResposta(caso) },
          { label: 'Encaminhado a', value: caso.orgaoDestino },
          { label: 'Motivo do arquivamento', value: caso.motivoDoArquivamento },
          {
            label: caso.podeAvaliar ? 'Sua nota à resposta anterior' : 'Sua nota',
            value: caso.satisfacao === null ? null : `${caso.satisfacao} de 5`,
          },
        ]}
      />
    </Section>
  );
}

/** An answer at the counter has to be fetched there. */
function formaDaResposta({ formaDaResposta: forma }: TrackedCase): ReactNode {
  if (forma !== NO_BALCAO) return forma;
  return (
    <>
      {forma}: <a href={`${routePath('sic')}#canais`}>endereço e horário</a>
    </>
  );
}

/** Null where nothing is due any more. */
function termOf({ prazoEm, prazoSuspenso, diasRestantes }: TrackedCase): string | null {
  if (prazoSuspenso) return 'parado até você responder';
  return prazoEm === null || diasRestantes === null ? null : termInWords(prazoEm);
}

function termLabel(caso: TrackedCase): string {
  return isAppealing(caso) ? 'Prazo da decisão' : 'Prazo da resposta';
}

function daysLabel(days: number | null): string {
  return days !== null && days < 0 ? 'Atraso' : 'Tempo restante';
}

function daysInWords(days: number): string {
  if (days === 0) return 'o prazo termina hoje';
  return Math.abs(days) === 1 ? '1 dia' : `${Math.abs(days)} dias`;
}

/** The answer, with what may be done about it and until when. */
export function Resposta({ caso }: Props): ReactElement | null {
  const { resposta, complementos, tipoResposta, fundamento, podeReabrir, recursos } = caso;
  if (resposta === null) return null;
  return (
    <Section title="Resposta" id="resposta">
      <Stack>
        <DescriptionList
          items={[
            { label: 'Resultado', value: tipoResposta },
            { label: 'Razão legal', value: fundamento },
          ]}
        />
        <PlainText text={resposta} />
        {complementos.map(({ em, texto }) => (
          <Alert key={em} tone="info" title="Complementação da resposta" level={3}>
            <PlainText text={texto} />
          </Alert>
        ))}
        {recursos.length === 0 ? <AindaCabeRecurso caso={caso} /> : null}
        {podeReabrir ? (
          <Alert tone="info" title="A resposta não resolve?" level={3}>
            <p>
              Você pode <a href="#complemento">dizer o que faltou</a> e reabrir a manifestação{untilInWords(caso)}.
            </p>
          </Alert>
        ) : null}
      </Stack>
    </Section>
  );
}

function AindaCabeRecurso({ caso }: Props): ReactElement | null {
  const { canal, podeRecorrer, recursoAte, autoridadeDoRecurso, recursos } = caso;
  const contra = appealedNow(recursos);
  if (!podeRecorrer) {
    return canal === 'sic' && recursoAte !== null ? <p>O prazo para recorrer terminou em {formatDate(recursoAte, 'weekday')}.</p> : null;
  }
  return (
    <Alert tone="info" title={`A ${contra} não atende?`} level={3}>
      <p>
        Você pode <a href="#recurso">recorrer</a>
        {untilInWords(caso)}. Quem decide: {appealAuthority(autoridadeDoRecurso, contra)}.
      </p>
    </Alert>
  );
}

/** What an appeal is against now. */
export function appealedNow(recursos: TrackedCase['recursos']): 'resposta' | 'decisão' {
  return recursos.length > 0 ? 'decisão' : 'resposta';
}

function untilInWords({ recursoAte }: TrackedCase): string {
  return recursoAte === null ? '' : ` até ${formatDate(recursoAte, 'weekday')}`;
}

/** Each appeal with its decision, and what may be done about the last one. */
export function Recursos({ caso }: Props): ReactElement | null {
  const { recursos, autoridadeDoRecurso } = caso;
  if (recursos.length === 0) return null;
  return (
    <Section title={recursos.length === 1 ? 'Seu recurso' : 'Seus recursos'} id="recursos">
      {recursos.map(({ instancia, motivo, em, prazoEm, decisao, texto, autoridade }) => (
        <Stack key={instancia}>
          <DescriptionList
            columns
            items={[
              { label: 'Recurso', value: `${instancia}ª instância` },
              { label: 'Enviado em', value: <DateTime date={em} format="date-time" /> },
              { label: 'Decisão', value: decisao ?? `${isLate(caso) ? 'devia vir' : 'vem'} ${termInWords(prazoEm)}` },
              decisao === null
                ? { label: 'Quem decide', value: appealAuthority(autoridadeDoRecurso, instancia === 1 ? 'resposta' : 'decisão') }
                : { label: 'Quem decidiu', value: autoridade },
            ]}
          />
          {texto === null ? null : <PlainText text={texto} />}
          {motivo === null ? null : (
            <Accordion title="O que você escreveu no recurso" level={3}>
              <PlainText text={motivo} />
            </Accordion>
          )}
        </Stack>
      ))}
      <AindaCabeRecurso caso={caso} />
    </Section>
  );
}

/** An address within a text, without the punctuation behind it: a parenthesis belongs to it where it was opened within it. */
const ADDRESS = /(https?:\/\/(?:\([^\s<>"()]*\)|[^\s<>"()])*(?:\([^\s<>"()]*\)|[^\s<>"().,;:!?\]'”’]))/i;

/** A text as it was written: its lines, and nothing of it as markup. The addresses that it names are links: an answer often says where something is. */
export function PlainText({ text }: { readonly text: string }): ReactElement {
  const isAddress = (index: number): boolean => index % 2 === 1;
  return (
    <p className={styles.plainText}>
      {text.split(ADDRESS).map((part, index) =>
        isAddress(index) ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
          <a key={index} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}

/** What came with the answer before what the citizen has sent, which is known. */
export function Arquivos({ screen }: { readonly screen: Tracked }): ReactElement | null {
  const { arquivos } = screen.case;
  if (arquivos.length === 0) return null;
  return (
    <Section title="Arquivos" id="arquivos">
      <Stack>
        <Lista titulo="Enviados pelo instituto" arquivos={arquivos.filter(({ doCidadao }) => !doCidadao)} screen={screen} />
        <Lista titulo="Enviados por você" arquivos={arquivos.filter(({ doCidadao }) => doCidadao)} screen={screen} />
      </Stack>
    </Section>
  );
}

interface ListaProps {
  readonly titulo: string;
  readonly arquivos: readonly CaseFile[];
  readonly screen: Tracked;
}

function Lista({ titulo, arquivos, screen }: ListaProps): ReactElement | null {
  if (arquivos.length === 0) return null;
  return (
    <div>
      <h3>{titulo}</h3>
      <List plain>
        {arquivos.map(({ id, nome, bytes }) => (
          <li key={id}>
            <form method="post" action={CASE_FILE_PATH}>
              <Access screen={screen} />
              <input type="hidden" name="arquivo" value={id} />
              <Button type="submit" variant="subtle" icon="lucide:download" printed>
                {nome} ({formatBytes(bytes)})
              </Button>
            </form>
          </li>
        ))}
      </List>
    </div>
  );
}

/** Folded: people know it, and others look over their shoulders. */
export function OQueVoceEscreveu({ caso: { texto } }: Props): ReactElement | null {
  if (texto === null) return null;
  return (
    <Accordion title="O que você escreveu" level={2}>
      <PlainText text={texto} />
    </Accordion>
  );
}
