import type { ReactElement } from 'react';
import { routePath } from '../../shared/routes/url.ts';
import { EmptyState } from '../components/feedback/empty-state/empty-state.tsx';

interface Props {
  /** What is not there yet, with its article: 'os serviços'. */
  readonly what: string;
  readonly icon: string;
}

/** The message of a page that waits for its first row: whom to ask meanwhile. */
export function NotYetPublished({ what, icon }: Props): ReactElement {
  return (
    <EmptyState title={`Ainda não publicamos ${what}`} icon={icon}>
      <p>
        Precisa saber agora? <a href={routePath('faleConosco')}>Escreva ao instituto</a>.
      </p>
    </EmptyState>
  );
}
