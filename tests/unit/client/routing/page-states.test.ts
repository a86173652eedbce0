import { expect, it } from 'vitest';
import { createPageStates } from '../../../../client/routing/page-states.ts';

const A = '/_estado/aaaaaaaaaaaaaaaa.json';
const B = '/_estado/bbbbbbbbbbbbbbbb.json';
const file = (demonstracao: boolean) => ({ estado: { demonstracao }, icones: {} });

function states(...answers: readonly (Response | Error)[]) {
  const left = [...answers];
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request): Promise<Response> => {
    asked.push(url instanceof Request ? url.url : url.toString());
    const answer = left.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('the test has no answer left');
    return answer;
  };
  return { ...createPageStates(fetch, { href: A, file: file(true) }), asked };
}

it('the page state of the document is there, and another one is fetched once for all pages that name it', async () => {
  const { load, asked } = states(Response.json(file(false)));
  expect(await load(A)).toEqual(file(true));
  expect(await Promise.all([load(B), load(B)])).toEqual([file(false), file(false)]);
  expect(asked).toEqual([B]);
});

it('asks again after a page state that did not come', async () => {
  const { load, asked } = states(new TypeError('Failed to fetch'), new Response('', { status: 404 }), Response.json(file(false)));
  expect([await load(B), await load(B), await load(B)]).toEqual([null, null, file(false)]);
  expect(asked).toHaveLength(3);
});
