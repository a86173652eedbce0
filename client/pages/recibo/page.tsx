import type { ReactElement } from 'react';
import { RECEIPT_CALENDAR_PATH, RECEIPT_TEXT_PATH, TRACKING_END_PATH, TRACKING_PATH } from '../../../shared/cases/addresses.ts';
import type { Receipt } from '../../../shared/cases/case-screen.ts';
import { CHANNEL_NAMES, nextSteps, termInWords } from '../../../shared/cases/receipt-texts.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Button, LinkButton, PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import { useSession, useSettings } from '../../site-state/contexts.ts';
import styles from '../case-form/case-form.module.css';

export function PageOpening(): ReactElement {
  const receipt = useReceipt();
  if (receipt === null) return <PageIntro lead="Este recibo não está mais disponível." />;
  return <PageIntro lead="Guarde o protocolo e o código de acesso. Com os dois você acompanha o caso." />;
}

/** What was registered, for the browser that registered it, for a quarter of an hour. */
export function PageComponent(): ReactElement {
  const receipt = useReceipt();
  return receipt === null ? <NoReceipt /> : <ReceiptPage receipt={receipt} />;
}

function useReceipt(): Receipt | null {
  const session = useSession();
  return session?.kind === 'case' && session.screen.kind === 'receipt' ? session.screen.receipt : null;
}

function ReceiptPage({ receipt }: { readonly receipt: Receipt }): ReactElement {
  const { channel, protocolo, codigo, registradoEm, prazoEm, email } = receipt;
  const { what, where } = CHANNEL_NAMES[channel];
  const { hasMail } = useSettings();
  return (
    <Stack gap="l">
      <Alert tone="success" title={`Recebemos sua ${what}`.replace('sua pedido', 'seu pedido')}>
        <p>{keepCode(email !== null && hasMail)}</p>
      </Alert>
      <Section title="Seu recibo" id="recibo">
        <DescriptionList
          columns
          items={[
            { label: 'Protocolo', value: <code className={styles.receiptNumber}>{protocolo}</code> },
            { label: 'Código de acesso', value: <code className={styles.receiptNumber}>{codigo}</code> },
            { label: 'Canal', value: where },
            { label: 'Registrado em', value: <DateTime date={registradoEm} format="date-time" /> },
            { label: 'Prazo da resposta', value: prazoEm === null ? null : termInWords(prazoEm) },
            { label: 'E-mail que você informou', value: email },
          ]}
        />
        <Row>
          <PrintButton label="Imprimir o recibo" variant="secondary" />
          <LinkButton href={RECEIPT_TEXT_PATH} variant="secondary" icon="lucide:download">
            Baixar o recibo (.txt)
          </LinkButton>
          {prazoEm === null ? null : (
            <LinkButton href={RECEIPT_CALENDAR_PATH} variant="secondary" icon="lucide:calendar">
              Pôr o prazo na agenda (.ics)
            </LinkButton>
          )}
        </Row>
      </Section>
      <Section title="O que acontece agora" id="proximos-passos">
        <List>
          {nextSteps(receipt, hasMail).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </List>
      </Section>
      {/* Its citizen has both at hand here, and types neither. */}
      <form method="post" action={TRACKING_PATH} acceptCharset="utf-8" data-sem-impressao="">
        <input type="hidden" name="protocolo" value={protocolo} />
        <input type="hidden" name="codigo" value={codigo} />
        <Button type="submit" variant="secondary">
          Acompanhar este registro
        </Button>
      </form>
      {/* Who comes to the same machine next shall not read the code. */}
      <form method="post" action={TRACKING_END_PATH} data-consulta="aberta" data-sem-impressao="">
        <Stack>
          <p>
            Se outras pessoas usam este aparelho, anote o protocolo e o código e depois feche o recibo. Este navegador não os mostra de
            novo.
          </p>
          <p>
            <Button type="submit" variant="secondary">
              Fechar o recibo
            </Button>
          </p>
        </Stack>
      </form>
    </Stack>
  );
}

function keepCode(isMailed: boolean): string {
  return isMailed
    ? 'Anote o código de acesso. Nós o enviamos também para o e-mail que você informou; um mesmo endereço recebe até cinco recibos por dia.'
    : 'Anote o código de acesso: este recibo fica aqui por 15 minutos, e depois não há como mostrar o código de novo.';
}

function NoReceipt(): ReactElement {
  return (
    <Stack>
      <p>
        O recibo aparece por 15 minutos, no navegador que enviou o formulário. Seu registro continua guardado: com o protocolo e o código de
        acesso você pode acompanhar.
      </p>
      <ArrowLink href={TRACKING_PATH}>Acompanhar pelo protocolo</ArrowLink>
    </Stack>
  );
}
