import { describe, expect, it } from 'vitest';
import { matchPage, pageOutcome, parseAddress } from '../../../../server/ssr/page/page-outcome.ts';
import { ROUTES } from '../../../../shared/routes/table.ts';
import { EMPTY_SITE_STATE } from '../../../../shared/site-state/site-state.ts';

describe('a request address', () => {
  it.each([
    ['/', { path: '/', query: '', payload: false, exact: true }],
    ['/lai?q=a&b', { path: '/lai', query: '?q=a&b', payload: false, exact: true }],
    ['/lai?', { path: '/lai', query: '', payload: false, exact: true }],
    ['/_payload.json', { path: '/', query: '', payload: true, exact: true }],
    ['/_payload.json/', { path: '/', query: '', payload: true, exact: false }],
    ['//_payload.json', { path: '/', query: '', payload: true, exact: false }],
    ['/sic/_Payload.JSON?a=1', { path: '/sic', query: '?a=1', payload: true, exact: false }],
    ['/informacoes/noticia/3/_payload.json?x=1', { path: '/informacoes/noticia/3', query: '?x=1', payload: true, exact: true }],
    ['/lai?next=/_payload.json', { path: '/lai', query: '?next=/_payload.json', payload: false, exact: true }],
  ])('%s is split into path, query and payload', (target, address) => {
    expect(parseAddress(target)).toMatchObject(address);
  });
});

describe('the page of an address', () => {
  const categoria = { slug: 'relatorioAnual', rotulo: 'Relatório anual', descricao: '', total: 1, ultimoEm: null };
  const secao = { chave: 'regularidade', nome: 'Regularidade', descricao: '', icone: null, categorias: [categoria], links: [] };
  const match = (target: string) => matchPage(ROUTES, parseAddress(target), { ...EMPTY_SITE_STATE, dataLai: [secao] });

  it('keeps the query of a moved address', () => {
    expect(match('/LAI/menucompleto/?a=1&b=%20')).toEqual({ kind: 'moved', to: '/lai/MenuCompleto?a=1&b=%20' });
  });

  it.each([
    ['/lai/documentos/RELATORIOANUAL/?ano=2024', '/lai/documentos/relatorioAnual?ano=2024'],
    ['/LAI/Documentos/RelatorioAnual/7/', '/lai/documentos/relatorioAnual/7'],
    ['/lai/documentos/relatorioanual', '/lai/documentos/relatorioAnual'],
    ['/lai/documentos/Outra/', '/lai/documentos/Outra'],
  ])('corrects %s with one redirect, the name of the category too', (asked, to) => {
    expect(match(asked)).toEqual({ kind: 'moved', to });
    expect(match(to).kind).toBe('page');
  });

  describe('with a value that no row can have', () => {
    const vocabularios = { tiposDeComunicado: ['aviso', 'edital'], situacoesDeDocumento: ['vigente'], tiposDeDocumento: ['edital'] };
    const known = { ...EMPTY_SITE_STATE, dataLai: [secao], vocabularios, orgaos: [{ chave: 'conselho_fiscal', nome: 'Conselho Fiscal' }] };
    const found = (target: string) => matchPage(ROUTES, parseAddress(target), known);

    it.each([
      ['/informacoes/comunicados?tipo=ABC', '/informacoes/comunicados'],
      ['/informacoes/comunicados?tipo=nada', '/informacoes/comunicados'],
      ['/informacoes/comunicados?tipo=nada&ano=2024&ano=2023&x=1', '/informacoes/comunicados?ano=2023&ano=2024'],
      ['/informacoes/comunicados?tipo=ABC&tipo=aviso', '/informacoes/comunicados?tipo=aviso'],
      ['/informacoes/comunicados?tipo=aviso&tipo=ABC', '/informacoes/comunicados?tipo=aviso'],
      ['/informacoes/comunicados/_payload.json?tipo=ABC&_b=b1', '/informacoes/comunicados'],
      ['/INFORMACOES/comunicados/?tipo=ABC&q=abono', '/informacoes/comunicados?q=abono'],
      ['/informacoes/noticias?ano=20245', '/informacoes/noticias'],
      ['/informacoes/noticias?ano=1899&ano=2024', '/informacoes/noticias?ano=2024'],
      ['/informacoes/noticias?ordem=pior&pagina=3', '/informacoes/noticias?pagina=3'],
      ['/informacoes/noticias?pagina=0', '/informacoes/noticias'],
      ['/informacoes/noticias?pagina=100000', '/informacoes/noticias'],
      ['/informacoes/noticias?por_pagina=500', '/informacoes/noticias'],
      ['/lai/documentos/RELATORIOANUAL?situacao=perdida', '/lai/documentos/relatorioAnual'],
      ['/lai/documentos/relatorioAnual?tipo=pregao&mes=13', '/lai/documentos/relatorioAnual'],
      ['/lai/documentos/relatorioAnual?orgao=comite&mes=3', '/lai/documentos/relatorioAnual?mes=3'],
      ['/informacoes/noticias?mes=03', '/informacoes/noticias'],
      ['/busca?q=abono&pagina=x', '/busca?q=abono'],
    ])('%s moves to %s', (asked, to) => {
      expect(found(asked)).toEqual({ kind: 'moved', to });
      expect(found(to).kind).toBe('page');
    });

    it.each([
      ['/informacoes/comunicados?tipo=aviso', { tipo: ['aviso'] }],
      ['/lai/documentos/relatorioAnual?situacao=vigente', { situacao: ['vigente'] }],
      ['/lai/documentos/relatorioAnual?orgao=conselho_fiscal&tipo=edital', { orgao: ['conselho_fiscal'], tipo: ['edital'] }],
      ['/informacoes/noticias?ordem=&q=', {}],
      ['/informacoes/noticias?pagina=2&pagina=3', { pagina: ['2'] }],
      ['/informacoes/noticias?q=a&q=b', { q: ['a'] }],
      [`/busca?q=${'a'.repeat(101)}`, { q: ['a'.repeat(100)] }],
      ['/busca?q=%20abono%20', { q: ['abono'] }],
      ['/informacoes/noticias?pagina=99999', { pagina: ['99999'] }],
    ])('%s is the page itself', (asked, search) => {
      expect(found(asked)).toMatchObject({ kind: 'page', input: { search } });
    });

    it('takes every word of the right form while the words of the filters are not known', () => {
      expect(match('/informacoes/comunicados?tipo=nada').kind).toBe('page');
    });
  });

  it.each([
    ['America/Rio_Branco', '2 de janeiro de 2026'],
    ['America/Sao_Paulo', '3 de janeiro de 2026'],
  ])('says the day of a withdrawal by the clock of %s, the zone of the site', (fusoHorario, day) => {
    const address = parseAddress('/lai/documentos/relatorioAnual/7');
    const estado = { ...EMPTY_SITE_STATE, fusoHorario, dataLai: [secao] };
    const matched = matchPage(ROUTES, address, estado);
    if (matched.kind !== 'page') throw new Error('the address has a page');
    const documento_retirado = [{ retirado_em: '2026-01-03T04:30:00+00:00', retirado_motivo: 'Publicado por engano' }];
    const outcome = pageOutcome(matched, address, estado, { documento_by_pk: null, documento_retirado });
    expect(outcome.kind === 'error' && outcome.error.publicMessage).toContain(day);
  });

  it('names an unknown path without its query, cut to 200 characters', () => {
    const found = match(`/${'x'.repeat(400)}?segredo=1`);
    expect(found.kind === 'missing' && found.error.publicMessage).toBe(`Page not found: /${'x'.repeat(199)}`);
    expect(found.kind === 'missing' && found.route).toBeNull();
  });

  it('names a refused parameter with its query', () => {
    const found = match('/informacoes/noticia/abc?x=1');
    expect(found.kind === 'missing' && found.error.publicMessage).toBe('Page Not Found: /informacoes/noticia/abc?x=1');
    expect(found.kind === 'missing' && found.route?.id).toBe('noticia');
  });

  it('leaves the build of a payload address out of the message', () => {
    const message = (target: string) => {
      const found = match(target);
      return found.kind === 'missing' && found.error.publicMessage;
    };
    expect(message('/informacoes/noticia/abc/_payload.json?_b=b1')).toBe('Page Not Found: /informacoes/noticia/abc');
    expect(message('/informacoes/noticia/abc/_payload.json?x=1&_b=b1&y')).toBe('Page Not Found: /informacoes/noticia/abc?x=1&y');
    expect(message('/informacoes/noticia/abc/_payload.json?_b&&_bx=1')).toBe('Page Not Found: /informacoes/noticia/abc?_bx=1');
    expect(message('/informacoes/noticia/abc?_b=b1')).toBe('Page Not Found: /informacoes/noticia/abc?_b=b1');
  });
});
