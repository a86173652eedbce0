import type { ReactElement, ReactNode } from 'react';
import { exportUrl } from '../../shared/routes/url.ts';
import { Row } from '../components/layout/column/column.tsx';
import { LinkButton, PrintButton } from '../components/navigation/button/button.tsx';

interface Props {
  /** Address of the page, whose data is behind it as CSV and JSON. */
  readonly address: string;
  readonly printLabel: string;
  /** Further buttons, before those of all pages. */
  readonly children?: ReactNode;
}

/** Buttons for the data of a page as files (Lei 12.527 art. 8 section 3 II and III), and for printing it. */
export function DataButtons({ address, printLabel, children }: Props): ReactElement {
  return (
    <Row>
      {children}
      <LinkButton href={exportUrl(address, 'csv')} variant="secondary" icon="lucide:download" reload>
        Baixar em CSV
      </LinkButton>
      <LinkButton href={exportUrl(address, 'json')} variant="secondary" icon="lucide:download" reload>
        Baixar em JSON
      </LinkButton>
      <PrintButton label={printLabel} />
    </Row>
  );
}
