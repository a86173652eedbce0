import type { ReactElement } from 'react';
import { TRACKING_END_PATH, TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import type { CaseAction, TrackedCase } from '../../../shared/cases/case-screen.ts';
import { noticesOf } from '../../../shared/cases/messages.ts';
import { Timeline } from '../../components/content/timeline/timeline.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Button, PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { ErrorSummary } from '../case-form/error-summary.tsx';
import { Acoes } from './acoes-do-caso.tsx';
import { Atraso, Reclamacao } from './atraso.tsx';
import { FormaDaAcao, type Tracked } from './forma-da-acao.tsx';
import { Arquivos, OQueVoceEscreveu, Pergunta, PlainText, Recursos, Resposta, Situacao } from './partes-do-caso.tsx';

const DONE_MESSAGES: Readonly<Record<CaseAction, string>> = {
  complement: 'Acrescentamos sua mensagem ao caso.',
  appeal: 'Registramos seu recurso.',
  complaint: 'Registramos sua reclamação.',
  rating: 'Registramos sua avaliação. Obrigado.',
  // The hyphen divides no line.
  email: 'Trocamos o e\u2011mail deste caso.',
};

/** What stands above, whole. */
const LEIA_A_RESPOSTA = <a href="#resposta">Leia a resposta</a>;
const LEIA_A_DECISAO_DA_RECLAMACAO = <a href="#sua-reclamacao">Leia a decisão</a>;
const LEIA_A_DECISAO = <a href="#recursos">Leia a decisão</a>;

function descriptionOf(text: string, { resposta, recursos, reclamacao }: TrackedCase): ReactElement {
  if (text === resposta) return LEIA_A_RESPOSTA;
  if (text === reclamacao?.texto) return LEIA_A_DECISAO_DA_RECLAMACAO;
  return recursos.some(({ texto }) => texto === text) ? LEIA_A_DECISAO : <PlainText text={text} />;
}

export function Caso({ screen }: { readonly screen: Tracked }): ReactElement {
  const { case: caso, done, attempted, errors, notice, lostFiles } = screen;
  return (
    <Stack gap="l">
      <FormaDaAcao screen={screen} action={attempted}>
        <ErrorSummary errors={errors} notices={noticesOf(notice, lostFiles)} title="Não foi possível concluir" />
      </FormaDaAcao>
      <NaoEnviado screen={screen} />
      {done === null ? null : (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the same as before: without it nothing says to a screen reader what was done
        <section id="feito" tabIndex={-1} aria-label={DONE_MESSAGES[done]} autoFocus>
          <Alert tone="success" title={DONE_MESSAGES[done]}>
            <p>O caso abaixo já está atualizado.</p>
          </Alert>
        </section>
      )}
      <Pergunta caso={caso} />
      <Atraso caso={caso} />
      <Situacao caso={caso} />
      <Resposta caso={caso} />
      <Recursos caso={caso} />
      <Reclamacao caso={caso} />
      <Arquivos screen={screen} />
      <Section title="Andamento" id="andamento">
        <Timeline
          items={caso.andamentos.map(({ em, titulo, descricao }, index) => ({
            key: index,
            date: em,
            format: 'date-time',
            title: titulo,
            ...(descricao === null ? {} : { description: descriptionOf(descricao, caso) }),
          }))}
        />
      </Section>
      <Acoes screen={screen} />
      <OQueVoceEscreveu caso={caso} />
      <div data-sem-impressao="">
        <Row>
          <PrintButton label="Imprimir o andamento" />
          <ArrowLink href={TRACKING_PATH}>Consultar outro protocolo</ArrowLink>
        </Row>
      </div>
      <FimDaConsulta />
    </Stack>
  );
}

const POSSIBLE: Readonly<Record<CaseAction, (caso: TrackedCase) => boolean>> = {
  complement: ({ podeComplementar }) => podeComplementar,
  appeal: ({ podeRecorrer }) => podeRecorrer,
  complaint: ({ podeReclamar }) => podeReclamar,
  rating: ({ podeAvaliar }) => podeAvaliar,
  email: ({ podeCorrigirEmail }) => podeCorrigirEmail,
};

/** What was written for something that is no longer possible: its form is not on the page any more. */
function NaoEnviado({ screen: { case: caso, attempted, done, typed } }: { readonly screen: Tracked }): ReactElement | null {
  const text = typed['texto'] ?? '';
  if (attempted === null || done !== null || text === '' || POSSIBLE[attempted](caso)) return null;
  return (
    <Section title="O que você escreveu e não foi enviado" id="nao-enviado">
      <PlainText text={text} />
    </Section>
  );
}

/** Who comes to the same machine next shall not read the case. */
function FimDaConsulta(): ReactElement {
  return (
    <form method="post" action={TRACKING_END_PATH} data-consulta="aberta" data-sem-impressao="">
      <Stack>
        <p>
          O caso pode ser aberto de novo neste navegador, sem o código, por 30 minutos. Se outras pessoas usam este aparelho, encerre a
          consulta ao terminar.
        </p>
        <p>
          <Button type="submit" variant="secondary">
            Encerrar a consulta
          </Button>
        </p>
      </Stack>
    </form>
  );
}
