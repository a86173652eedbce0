import { expect, it } from 'vitest';
import { leftInWords } from '../../../../client/pages/case-form/counters.ts';
import { fileFault } from '../../../../client/pages/case-form/file-fault.ts';
import * as sic from '../../../../client/pages/sic/page.tsx';
import { personName } from '../../../../shared/cases/fields.ts';
import { NOME } from '../../../../shared/cases/form-limits.ts';
import { CASE_MESSAGES } from '../../../../shared/cases/messages.ts';
import { PEDIDO } from '../../../../shared/cases/pedido.ts';
import { renderPage } from './render-page.tsx';

const CANAL = { canal: 'sic', nome_externo: null, endereco_externo: null, autoridade_recurso_1: null, autoridade_recurso_2: null };

const page = (canal: Partial<Readonly<Record<keyof typeof CANAL, string | null>>>, hasMail = false): string =>
  renderPage(sic, '/sic', {
    settings: { hasMail },
    results: {
      CanalDoCidadao: { unidade: [], pagina: [] },
      FormularioDoCanal: { canal_atendimento: [{ ...CANAL, ...canal }], assunto: [] },
    },
  });

it.each([
  ['Presidência', 'Conselho', 'Presidência; em 2ª instância, Conselho'],
  ['Presidência', null, 'Presidência'],
  [null, null, 'Autoridade superior à que respondeu'],
])('the page of the SIC says who decides appeals: %j and %j', (first, second, words) => {
  const html = page({ autoridade_recurso_1: first, autoridade_recurso_2: second });
  expect(html).toContain(`<td><span>${words}</span></td>`);
  expect(html).toContain(`Quem decide: <span>${words}</span>.`);
});

it('the page of the SIC leads who got no answer to the complaint in the page of the request, and to the Ouvidoria', () => {
  const [, section = ''] = page({}).split('Se a resposta não vier ou não atender');
  expect(section).toContain('<a href="/_casos/acompanhar">Abra o pedido com o protocolo e o código de acesso</a> e reclame lá');
  expect(section).toContain('<a href="/ouvidoria">reclamar na Ouvidoria</a>');
  expect(section).not.toContain('cabe recurso quando a resposta não veio');
});

it('the page of a channel that another system takes leads there in place of the form', () => {
  const html = page({ nome_externo: 'Fala.BR', endereco_externo: 'https://falabr.example/' });
  expect([html.includes('<form'), html.includes('href="https://falabr.example/"'), html.includes('Fala.BR')]).toEqual([false, true, true]);
  expect(page({})).toContain('action="/_casos/pedido"');
});

it('the form cuts nothing that is pasted, and the limit of the name is the one of its sentence', () => {
  expect(page({})).toContain(' name="nome"');
  expect(page({})).not.toMatch(/maxlength/i);
  expect([2, 120, 121].map((length) => personName.safeParse('a'.repeat(length)).success)).toEqual([true, true, false]);
  expect(CASE_MESSAGES.nomeInvalido).toContain(`de ${NOME.least} a ${NOME.most} caracteres`);
});

it.each([
  [true, ['email', 'protocolo', 'retirada', 'correspondencia']],
  [false, ['protocolo', 'retirada', 'correspondencia']],
])('a request is answered by e-mail only where the site sends e-mails: %j', (hasMail, values) => {
  const offered = [...page({}, hasMail).matchAll(/name="forma_resposta" value="(\w+)"/g)].map(([, value]) => value);
  expect(offered).toEqual(values);
  expect(page({}, false)).not.toMatch(/resposta por e-mail|Para a resposta/);
  const request = { texto: 'Quanto custou a obra do posto?', nome: 'João', email: 'joao@exemplo.org' };
  expect(values.filter((forma_resposta) => !PEDIDO.safeParse({ ...request, forma_resposta }).success)).toEqual(['correspondencia']);
});

it('the form names the telephone to who has no e-mail, and takes a request that is answered at the counter with it', () => {
  expect(page({})).toContain('Sem e-mail, informe o telefone ou peça a resposta por carta.');
  const request = { texto: 'Quanto custou a obra do posto?', nome: 'João', forma_resposta: 'retirada', telefone: '(91) 98888-7777' };
  expect(PEDIDO.safeParse(request).success).toBe(true);
});

it.each<readonly [number, string | null]>([
  [10 * 1024 * 1024, null],
  [10 * 1024 * 1024 + 1, 'O arquivo “planta.PDF” tem mais de 10 MB.'],
])('a file of %i bytes among those that were chosen is told so: %j', (bytes, fault) => {
  expect(fileFault([new File(['a'], 'a.csv'), new File([new Uint8Array(bytes)], 'planta.PDF')])).toBe(fault);
});

it.each([
  [1_200, 'Restam 1.200 caracteres.'],
  [1, 'Resta 1 caractere.'],
  [0, 'Restam 0 caracteres.'],
  [-1, '1 caractere a mais'],
])('a text with %i characters left says so: %s', (left, words) => {
  expect(leftInWords(left)).toBe(words);
});
