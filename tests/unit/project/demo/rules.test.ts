import { describe, expect, it } from 'vitest';
import { tabelasDoCalendario } from '../../../../server/project/demo/loader/calendar.ts';
import { readContent } from '../../../../server/project/demo/loader/content.ts';
import { barras, dia, diaDaSemana, fimDoMes, horario, meses, porExtenso, somarDias } from '../../../../server/project/demo/loader/dates.ts';
import { readSeries } from '../../../../server/project/demo/loader/documents/families.ts';
import { slugFor, uuidFor } from '../../../../server/project/demo/loader/ids.ts';
import { readMeetingRules, reunioesComAta, reunioesFuturas, reunioesRealizadas } from '../../../../server/project/demo/loader/meetings.ts';
import { readPeople } from '../../../../server/project/demo/loader/people.ts';
import { printerFor } from '../../../../server/project/demo/loader/printer.ts';
import { html } from '../../../../server/project/demo/loader/rich-text.ts';
import { readTable } from '../../../../server/project/demo/loader/tables.ts';

const picture = (name: string): { src: string; alt: string } => ({ src: `/x/${name}`, alt: `"${name}"` });
const CONTENT = readContent(new Date('2026-11-21T12:00:00Z'));
const SECOES = new Map([
  ['atendimento', 8],
  ['programas', 9],
]);
const TEXT = JSON.stringify([CONTENT.documentos, CONTENT.steps.map(({ tables }) => tables([], SECOES))]);

/** The check digits of a CNPJ: weights 5,4,3,2,9..2 then 6,5,4,3,2,9..2. */
function checkDigits(digits: readonly number[]): string {
  const digit = (list: readonly number[], firstWeight: number): number => {
    const sum = list.reduce((total, value, index) => total + value * (((firstWeight - index - 2 + 8 * 8) % 8) + 2), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  const first = digit(digits, 5);
  return `${first}${digit([...digits, first], 6)}`;
}

describe('names and numbers', () => {
  it('makes uuids of version 8 that depend on the key alone', () => {
    expect(uuidFor('x')).toBe(uuidFor('x'));
    expect(uuidFor('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('makes slugs without accents', () => {
    expect(slugFor('Prova de vida: já começou!')).toBe('prova-de-vida-ja-comecou');
  });

  it('gives every CNPJ its check digits', () => {
    const numbers = [...new Set(TEXT.match(/\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/g))];
    expect(numbers).toContain('12.345.678/0001-95');
    expect(numbers.length).toBeGreaterThan(6);
    for (const number of numbers) {
      expect([number, number.slice(-2)]).toEqual([number, checkDigits(Array.from(number.slice(0, -3).replaceAll(/\D/g, ''), Number))]);
    }
  });

  it('masks every CPF', () => {
    const numbers = [...TEXT.matchAll(/CPF ([*\d][^\s,)]*)/g)].map((match) => match[1]);
    expect(numbers.length).toBeGreaterThan(100);
    expect(numbers.filter((number) => !/^\*{3}\.\d{3}\.\d{3}-\*{2}$/.test(number ?? ''))).toEqual([]);
  });

  it('has a primary colour that is readable on white (WCAG 2.2 §1.4.3)', () => {
    const channel = (hex: string): number => {
      const value = Number.parseInt(hex, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    const [r = '', g = '', b = ''] = printerFor(readPeople()).timbre.cor.match(/[0-9a-f]{2}/g) ?? [];
    const luminance = 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    expect(1.05 / (luminance + 0.05)).toBeGreaterThan(7);
  });
});

describe('days', () => {
  it('counts months and their ends', () => {
    expect([dia(2026, 13, 1), fimDoMes(2024, 2), somarDias('2025-12-31', 1)]).toEqual(['2027-01-01', '2024-02-29', '2026-01-01']);
    expect(meses([2025, 11], [2026, 2])).toEqual([
      { ano: 2025, mes: 11 },
      { ano: 2025, mes: 12 },
      { ano: 2026, mes: 1 },
      { ano: 2026, mes: 2 },
    ]);
  });

  it('publishes no document on a weekend', () => {
    const fixed = CONTENT.documentos.filter(({ chave }) => !/^(futuro|rascunho):/.test(chave));
    const onWeekends = fixed.filter(({ publicado_em }) => [0, 6].includes(new Date(`${publicado_em}T00:00:00Z`).getUTCDay()));
    expect(onWeekends.map(({ chave, publicado_em }) => `${chave}, ${publicado_em}`)).toEqual([]);
  });

  it('says days and hours as a text does', () => {
    expect([porExtenso('2026-03-01'), barras('2026-03-01')]).toEqual(['1º de março de 2026', '01/03/2026']);
    expect([horario('09:00'), horario('14:30')]).toEqual(['9h', '14h30']);
  });

  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2029, '2029-04-01'],
  ])('counts the movable holidays of %i from Easter', (ano, easter) => {
    const [feriados] = tabelasDoCalendario('2026-11-21').map(({ linhas }) => linhas);
    const dayOf = (nome: string): unknown =>
      feriados?.find((row) => row['nome'] === nome && String(row['data']).startsWith(`${ano}-`))?.['data'];
    expect([dayOf('Sexta-feira Santa'), dayOf('Corpus Christi')]).toEqual([somarDias(easter, -2), somarDias(easter, 60)]);
  });

  it('pay on working days alone, in the year of the load and the three after it', () => {
    const [feriados = [], datas = []] = tabelasDoCalendario('2031-03-10').map(({ linhas }) => linhas);
    const pagamentos = datas.filter(({ tipo }) => tipo === 'pagamento').map(({ inicio }) => String(inicio));
    expect(['2031', '2032', '2033', '2034', '2035'].map((ano) => pagamentos.filter((day) => day.startsWith(ano)).length)).toEqual([
      14, 14, 14, 14, 0,
    ]);
    const parados = new Set(feriados.map(({ data }) => String(data)));
    expect(pagamentos.filter((day) => parados.has(day) || [0, 6].includes(diaDaSemana(day)))).toEqual([]);
    // Good Friday is the 30th of March and Corpus Christi the 31st of May; the 30th of April is a Sunday.
    expect(pagamentos).toEqual(expect.arrayContaining(['2029-03-29', '2029-05-30', '2028-04-28', '2027-12-17']));
  });
});

describe('texts', () => {
  it('sum up every ordinance, resolution and yearly report of a channel in words of its own', () => {
    const acts = CONTENT.documentos.filter(
      ({ categoria_slug: lista, titulo }) =>
        /^(?:portarias|resolucaoDo\w+)$/.test(lista) || /^Relatório anual d[ao] (?:Ouvidoria|SIC)/.test(titulo),
    );
    expect(acts.length).toBeGreaterThan(120);
    expect(new Set(acts.map(({ resumo_simples: resumo }) => resumo)).size).toBe(acts.length);
  });

  it('become headings, paragraphs, lists, tables and figures', () => {
    expect(html('## Um\n\nDois **três**\n\n- a\n- b\n\n1. c', picture)).toBe(
      '<h2>Um</h2><p>Dois <strong>três</strong></p><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>',
    );
    expect(html('| A | B |\n| --- | --- |\n| 1 | 2 |', picture)).toBe(
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>',
    );
    expect(html('![Legenda](rio)', picture)).toBe(
      '<figure><img src="/x/rio" alt="&quot;rio&quot;" width="1600" height="900"><figcaption>Legenda</figcaption></figure>',
    );
  });

  it('escape what is not notation', () => {
    expect(html('a < b & [x](/y)', picture)).toBe('<p>a &lt; b &amp; <a href="/y">x</a></p>');
  });
});

describe('the invented institute', () => {
  it('divides the whole portfolio every month, and it grows over the years', () => {
    const patrimonio = (mes: string): number => Number(readSeries('meses').get(mes)?.['patrimonio']);
    const carteira = [...readSeries('carteira')];
    expect(carteira).toHaveLength(107);
    for (const [mes, row] of carteira) {
      const sum = (suffix: RegExp): number =>
        Object.entries(row).reduce((total, [coluna, value]) => total + (suffix.test(coluna) ? Number(value) : 0), 0);
      expect(sum(/_parte$/)).toBeCloseTo(1, 6);
      expect(Math.abs(sum(/^(titulos|fixa|variavel|estruturados|exterior)$/) - patrimonio(mes))).toBeLessThan(0.05);
    }
    expect(patrimonio('2026-09')).toBeGreaterThan(patrimonio('2019-01'));
  });

  it('has someone to sign for every body on every day of the archive', () => {
    const { membrosEm } = printerFor(readPeople());
    for (const orgao of ['diretoria_executiva', 'conselho_previdenciario', 'conselho_fiscal', 'comite_investimento']) {
      for (const { ano, mes } of meses([2019, 1], [2027, 12])) {
        expect(membrosEm(orgao, dia(ano, mes, 15)).length).toBeGreaterThan(0);
      }
    }
    const membros = readTable('membro_orgao').flatMap(({ linhas }) => linhas);
    expect(new Set(membros.map((row) => row['mandato_inicio'])).size).toBe(3);
  });

  it('numbers the meetings of a body within the year and schedules only future ones', () => {
    const rules = readMeetingRules();
    const held = reunioesComAta(rules).map(({ orgao, tipo, ano, numero }) => `${orgao}:${tipo}:${ano}:${numero}`);
    expect(new Set(held).size).toBe(held.length);
    const now = new Date('2027-02-10T12:00:00Z');
    const next = reunioesFuturas(rules, now);
    const both = new Set(reunioesRealizadas(rules, now).map(({ chave }) => chave));
    expect(next.filter(({ chave }) => both.has(chave))).toEqual([]);
    expect(both).toContain('comite_investimento:2027-1');
    expect(next.length).toBeGreaterThan(8);
    expect(next.every(({ data }) => data >= '2027-02-10')).toBe(true);
  });
});
