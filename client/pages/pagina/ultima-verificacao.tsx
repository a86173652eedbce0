import type { ReactElement } from 'react';
import { LAST_AUDIT } from '../../../shared/content/last-audit.ts';
import { formatCount } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { Section } from '../../components/layout/section/section.tsx';

/** Headings of this part, for the table of contents. */
export const PARTES_DA_VERIFICACAO = [{ id: 'ultima-verificacao', text: 'Última verificação', level: 2 }] as const;

/** The statement of accessibility that the site makes of itself: when it was audited, with what, and what was found. */
export function UltimaVerificacao(): ReactElement {
  const { day, tool, pages, violations } = LAST_AUDIT;
  const [{ id, text }] = PARTES_DA_VERIFICACAO;
  return (
    <Section title={text} id={id}>
      <p>
        Em <DateTime date={day} />, o programa {tool} conferiu {formatCount(pages, 'página', 'páginas')} deste site pelos critérios da WCAG
        2.2, níveis A e AA. Encontrou {violations === 0 ? 'nenhuma falha' : formatCount(violations, 'falha', 'falhas')}.
      </p>
      <p>
        Um programa não vê tudo. Se algo impedir você de usar o site, <a href={routePath('ouvidoria')}>conte à Ouvidoria</a>.
      </p>
    </Section>
  );
}
