import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { DateTime, TimeZoneContext } from '../../../../client/components/content/date-time/date-time.tsx';

const INSTANTE = '2026-03-04T02:30:00+00:00';

function noFuso(fuso: string, data: string): string {
  return renderToStaticMarkup(
    <TimeZoneContext value={fuso}>
      <DateTime date={data} format="date-time" />
    </TimeZoneContext>,
  );
}

describe('DateTime', () => {
  test.each([
    ['America/Sao_Paulo', '3 de março de 2026 às 23h30'],
    ['America/Rio_Branco', '3 de março de 2026 às 21h30'],
    ['UTC', '4 de março de 2026 às 2h30'],
  ])('shows an instant in %s', (fuso, texto) => {
    expect(noFuso(fuso, INSTANTE)).toBe(`<time dateTime="${INSTANTE}">${texto}</time>`);
  });

  test('a day is the same day in every zone', () => {
    expect(noFuso('America/Rio_Branco', '2026-03-01')).toBe('<time dateTime="2026-03-01">1º de março de 2026</time>');
  });
});
