import { describe, expect, test } from 'vitest';
import { pageOfExport } from '../../../shared/routes/data-address.ts';
import { declaredSearch } from '../../../shared/routes/match.ts';
import { isFiltered, REPORT_SEARCH, readReportQuery, reportQueryString } from '../../../shared/routes/report-search.ts';
import { exportUrl } from '../../../shared/routes/url.ts';

const read = (query: string) => readReportQuery(declaredSearch(REPORT_SEARCH, new URLSearchParams(query)));

describe('the address of a report', () => {
  test.each([
    ['', { years: [], from: 1, to: 12 }],
    ['ano=2025&ano=2023&ano=2025', { years: [2023, 2025], from: 1, to: 12 }],
    ['mes_de=2&mes_ate=3', { years: [], from: 2, to: 3 }],
    ['mes_de=9&mes_ate=3', { years: [], from: 3, to: 9 }],
    ['ano=1999&mes_de=0&mes_ate=13&pagina=2', { years: [], from: 1, to: 12 }],
    [
      Array.from({ length: 9 }, (_, index) => `ano=20${10 + index}`).join('&'),
      { years: [2013, 2014, 2015, 2016, 2017, 2018], from: 1, to: 12 },
    ],
  ])('%s is read as the years and months of the report', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  test('has one spelling: a value that means the same as none is no parameter', () => {
    const search = declaredSearch(REPORT_SEARCH, new URLSearchParams('mes_de=1&mes_ate=12&ano=2025'));
    expect(search).toEqual({ ano: ['2025'] });
  });

  test.each(['', '?ano=2024', '?ano=2024&ano=2025&mes_ate=6&mes_de=4'])('%s is written as it was read', (query) => {
    expect(reportQueryString(read(query))).toBe(query);
    expect(isFiltered(read(query))).toBe(query !== '');
  });
});

describe('the address of a file of a page', () => {
  test.each([
    ['/sic', 'csv', '/sic.csv'],
    ['/sic?ano=2025', 'json', '/sic.json?ano=2025'],
  ] as const)('%s as %s is %s', (page, format, address) => {
    expect(exportUrl(page, format)).toBe(address);
  });

  test.each([
    ['/sic.csv', { path: '/sic', format: 'csv', stable: null }],
    ['/sic.JSON/', { path: '/sic', format: 'json', stable: null }],
    ['/Dados/Numeros.csv', { path: '/lai/numeros', format: 'csv', stable: '/dados/numeros' }],
    ['/sic.pdf', null],
    ['/sic', null],
  ])('%s is read as its page', (address, expected) => {
    expect(pageOfExport(address)).toEqual(expected);
  });
});
