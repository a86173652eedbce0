import type { ReactElement } from 'react';
import { Alert } from '../../components/feedback/alert/alert.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { LinkButton } from '../../components/navigation/button/button.tsx';
import { COMMENT_HINT_ID, PageFeedback } from '../../layouts/page-feedback/page-feedback.tsx';
import { useSession } from '../../site-state/contexts.ts';
import { ERROR_SUMMARY_ID, ErrorSummary } from '../case-form/error-summary.tsx';

export function PageOpening(): ReactElement {
  return <PageIntro lead="Quem cuida do conteúdo lê as avaliações para melhorar as páginas." />;
}

/** Thanks for what a reader said of a page, or the form again with what is wrong. */
export function PageComponent(): ReactElement | null {
  const session = useSession();
  const screen = session?.kind === 'case' ? session.screen : null;
  if (screen?.kind !== 'feedback') return null;
  const { page, problem, isFaulty, typed } = screen;
  const { comentario: comment = '', util: answer = '' } = typed;
  return (
    <Stack gap="l">
      {problem === null ? (
        <Alert tone="success" title="Recebemos a sua avaliação">
          <p>Obrigado por avaliar a página.</p>
        </Alert>
      ) : (
        <ErrorSummary errors={[]} notices={[problem]} title="Não recebemos a sua avaliação" />
      )}
      <p>
        <LinkButton href={page} variant="secondary" reload>
          Voltar à página
        </LinkButton>
      </p>
      {problem === null ? null : (
        <PageFeedback
          path={page}
          returned={{
            fold: { open: comment !== '' },
            comment: {
              defaultValue: comment,
              ...(isFaulty && comment !== '' ? { 'aria-invalid': true, 'aria-describedby': `${COMMENT_HINT_ID} ${ERROR_SUMMARY_ID}` } : {}),
            },
            send: answer === '' ? {} : { name: 'util', value: answer },
          }}
        />
      )}
    </Stack>
  );
}
