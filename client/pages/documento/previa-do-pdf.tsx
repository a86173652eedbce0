import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import type { ArquivoParaBaixar } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import styles from './documento.module.css';

/** The PDF within the page, asked for when it is unfolded. Without script, and where a browser shows no PDF in a page, there is the link. */
export function PreviaDoPdf({ arquivo: { href, rotulo } }: { readonly arquivo: ArquivoParaBaixar }): ReactElement {
  const [wanted, setWanted] = useState(false);
  const placement = useRef<HTMLDivElement>(null);
  // Unfolded by the touch that brought the application.
  useEffect(() => setWanted(placement.current?.querySelector('details')?.open === true), []);
  return (
    <div ref={placement} className={styles.previa}>
      <Accordion title="Ver o arquivo nesta página" onOpen={() => setWanted(true)}>
        <p>
          Se o arquivo não aparecer, <a href={href}>abra-o sozinho</a>.
        </p>
        {wanted ? (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox, and the file is sent as nothing but a PDF
          <iframe src={href} title={`Arquivo: ${rotulo}`} className={styles.quadro} />
        ) : null}
      </Accordion>
    </div>
  );
}
