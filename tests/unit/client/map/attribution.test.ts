import { expect, test } from 'vitest';
import { attributionHtml } from '../../../../client/map/attribution.ts';

test.each([
  ['© Mapas & cia. <img src=x onerror=alert(1)>', '© Mapas &amp; cia. &lt;img src=x onerror=alert(1)&gt;'],
  [
    '© OpenStreetMap (https://www.openstreetmap.org/copyright).',
    '© OpenStreetMap (<a href="https://www.openstreetmap.org/copyright" rel="noopener">openstreetmap.org/copyright</a>).',
  ],
  ['Veja http://mapas.example/, por favor', 'Veja <a href="http://mapas.example/" rel="noopener">mapas.example</a>, por favor'],
  [
    "https://a.example/?x=1&y='2'<",
    '<a href="https://a.example/?x=1&amp;y=&#39;2&#39;" rel="noopener">a.example/?x=1&amp;y=&#39;2&#39;</a>&lt;',
  ],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('%s', (text, html) => {
  expect(attributionHtml(text)).toBe(html);
});
