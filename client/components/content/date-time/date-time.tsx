import type { ReactElement } from 'react';
import { type FormatoDeData, formatarData } from '../../../../shared/locale/dates.ts';
import { useFuso } from './time-zone-context.ts';

interface Props {
  /** ISO day or instant. */
  readonly data: string;
  readonly formato?: FormatoDeData | undefined;
  readonly prefixo?: string;
}

/** A date that people read and machines understand. */
export function DataHora({ data, formato = 'longa', prefixo }: Props): ReactElement {
  const fuso = useFuso();
  return (
    <>
      {prefixo === undefined ? null : `${prefixo} `}
      <time dateTime={data}>{formatarData(data, formato, fuso)}</time>
    </>
  );
}
