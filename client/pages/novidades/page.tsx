import type { ReactElement } from 'react';
import type { EmailSubscriptionScreen } from '../../../shared/cases/case-screen.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { Button, LinkButton } from '../../components/navigation/button/button.tsx';
import { useSession } from '../../site-state/contexts.ts';
import { EmailSubscriptionForm } from './email-subscription-form.tsx';

export function PageOpening(): ReactElement {
  return <PageIntro lead="O que o site publica chega à sua caixa de entrada. Você sai quando quiser." />;
}

/** What a request to follow became, and the one button of the links in its e-mails. */
export function PageComponent(): ReactElement | null {
  const session = useSession();
  const screen = session?.kind === 'case' ? session.screen : null;
  return screen?.kind === 'emailSubscription' ? <Stack gap="l">{partOf(screen.screen)}</Stack> : null;
}

function partOf(screen: EmailSubscriptionScreen): ReactElement {
  switch (screen.kind) {
    case 'asked':
      return (
        <Alert tone="info" title="Falta confirmar">
          <p>Enviamos um link para o endereço que você escreveu. Abra o link e confirme para começar a receber; ele vale por dois dias.</p>
          <p>Não chegou em alguns minutos? Veja a caixa de spam. Quem já recebe estas novidades não recebe outro link.</p>
        </Alert>
      );
    case 'form':
      return (
        <>
          <Alert tone="error" title="Não recebemos o seu pedido">
            <p>{screen.problem}</p>
          </Alert>
          <EmailSubscriptionForm topic={screen.topic} typed={screen} />
        </>
      );
    case 'confirm':
      return (
        <OneButton
          action={screen.action}
          label="Quero receber"
          words={`Falta um passo: confirme que quer receber por e-mail ${screen.what}.`}
        />
      );
    case 'confirmed':
      return (
        <>
          <Alert tone="success" title="Pronto, está confirmado">
            <p>Você vai receber por e-mail {screen.what}. Cada mensagem tem um link para sair quando quiser.</p>
          </Alert>
          <OtherTopics />
        </>
      );
    case 'leave':
      return (
        <>
          <OneButton
            action={screen.action}
            label="Não quero mais receber"
            words={`Você recebe por e-mail ${screen.what}. Ao sair, apagamos o seu endereço deste pedido.`}
          />
          <OtherTopics />
        </>
      );
    case 'left':
      return (
        <Alert tone="success" title="Você não vai mais receber estas novidades">
          <p>Apagamos o seu endereço. Para voltar a receber, faça o pedido de novo na lista.</p>
          <p>
            <LinkButton href={routePath('inicio')} variant="secondary" reload>
              Ir para a página inicial
            </LinkButton>
          </p>
        </Alert>
      );
    case 'expired':
      return (
        <Alert tone="warning" title="Este link não vale mais">
          <p>O pedido passou de dois dias ou já foi encerrado. Faça o pedido de novo na lista que quer seguir.</p>
        </Alert>
      );
  }
}

/** How to follow something else: a request is of one list or one search, and is ended by itself. */
function OtherTopics(): ReactElement {
  return (
    <Section title="Quer seguir outra coisa?">
      <p>
        Cada pedido é de uma lista ou de uma busca, e um não muda o outro. Escreva o mesmo endereço de e-mail no fim das{' '}
        <a href={routePath('noticias')}>notícias</a>, dos <a href={routePath('comunicados')}>comunicados</a>, de uma{' '}
        <a href={routePath('menuCompleto')}>lista de documentos</a> ou de uma <a href={routePath('busca')}>busca</a>. Para trocar, confirme
        o pedido novo e depois saia do antigo pelo link das mensagens dele.
      </p>
    </Section>
  );
}

function OneButton({ action, label, words }: { readonly action: string; readonly label: string; readonly words: string }): ReactElement {
  return (
    <form method="post" action={action}>
      <Stack>
        <p>{words}</p>
        <p>
          <Button type="submit">{label}</Button>
        </p>
      </Stack>
    </form>
  );
}
