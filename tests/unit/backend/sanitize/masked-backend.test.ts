import { describe, expect, it } from 'vitest';
import { type Caller, type ContentBackend, type GraphqlAnswer, PUBLIC_CALLER } from '../../../../server/backend/backend.ts';
import { maskedBackend, maskJsonTexts } from '../../../../server/backend/sanitize/masked-backend.ts';
import { READER_ROLE } from '../../../../shared/session/page-session.ts';
import { NO_AUTH } from '../../../support/no-auth.ts';

const JSON_TEXT = '{"titulo":"Portaria de 529.982.247-25"}';

function backend(answer: GraphqlAnswer = { kind: 'data', json: JSON_TEXT }): ContentBackend {
  return maskedBackend({
    kind: 'embedded',
    isDemonstration: () => true,
    allowList: undefined,
    auth: NO_AUTH,
    execute: async () => answer,
    dryRun: (work) => work(async () => answer),
    subscribe: async function* () {
      yield answer;
    },
    rereadSubscriptions: () => undefined,
    file: async () => null,
    onChange: () => () => {},
    health: async () => [],
    close: async () => {},
  });
}

describe('maskJsonTexts', () => {
  it.each([
    ['with points', '"529.982.247-25"', '"***.982.247-**"'],
    ['without points', '"CPF 52998224725."', '"CPF ***.982.247-**."'],
    ['parted by a line', String.raw`"529.982.\n247-25"`, '"***.982.247-**"'],
    ['written in two ways', '"529.982.247-25 ou 52998224725"', '"***.982.247-** ou ***.982.247-**"'],
    ['beside an escaped quote', String.raw`"\"529.982.247-25\""`, String.raw`"\"***.982.247-**\""`],
    ['in a key and its value', '{"a":"x","b":["529.982.247-25",1]}', '{"a":"x","b":["***.982.247-**",1]}'],
  ])('masks a number %s', (_case, json, masked) => {
    expect(maskJsonTexts(json)).toBe(masked);
  });

  it.each([
    ['a number outside strings', '{"id":52998224725,"valor":12345678901234567.89}'],
    ['a checksum', `"${'a'.repeat(53)}52998224725"`],
    ['the id of a file', '"/nhostprovider/11111111-0000-4000-8000-a52998224725"'],
    ['a number that is masked', '"***.982.247-**"'],
    ['a number whose check digits do not hold', '"529.982.247-26"'],
  ])('leaves %s as it is', (_case, json) => {
    expect(maskJsonTexts(json)).toBe(json);
  });
});

describe('maskedBackend', () => {
  const caller = (role: string): Caller => ({ role, trust: 'signed-in', session: {} });
  const MASKED = '{"titulo":"Portaria de ***.982.247-**"}';

  it.each([
    ['the public', PUBLIC_CALLER, MASKED],
    ['a reader who has signed in', caller(READER_ROLE), MASKED],
    ['an editor', caller('editor'), JSON_TEXT],
  ])('answers %s', async (_case, who, expected) => {
    const answers = backend();
    expect(await answers.execute({ query: '' }, { caller: who })).toEqual({ kind: 'data', json: expected });
    const within = await answers.dryRun?.((execute) => execute({ query: '' }, { caller: who }));
    expect(within).toEqual({ kind: 'data', json: expected });
    const shown: unknown[] = [];
    for await (const answer of answers.subscribe({ query: '' }, { caller: who, signal: new AbortController().signal })) shown.push(answer);
    expect(shown).toEqual([{ kind: 'data', json: expected }]);
  });

  it('hands errors on to the public as they are', async () => {
    const refused: GraphqlAnswer = {
      kind: 'errors',
      errors: [{ message: 'refused', extensions: { path: '$', code: 'validation-failed' } }],
    };
    expect(await backend(refused).execute({ query: '' }, { caller: PUBLIC_CALLER })).toEqual(refused);
  });
});
