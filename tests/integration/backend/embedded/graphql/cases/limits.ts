import { describe, expect, test } from 'vitest';
import { type GraphqlAnswer, PUBLIC_CALLER } from '../../../../../../server/backend/backend.ts';
import { DatabaseError, DatabaseTimeoutError } from '../../../../../../server/backend/embedded/database.ts';
import { createGraphqlEngine, type GraphqlEngine } from '../../../../../../server/backend/embedded/graphql/engine.ts';
import { graphqlClient } from '../../../../../support/graphql-fixture/graphql-client.ts';
import { fixtureMetadata } from '../../../../../support/graphql-fixture/project.ts';
import type { Fixture } from '../suite.ts';

function nested(levels: number): string {
  return levels === 0 ? 'id' : `chefe { ${nested(levels - 1)} }`;
}

export function limitCases({ ask, database, engine: started }: Fixture): void {
  test('the public may nest 10 levels and not 11', async () => {
    expect(await ask.answer(`{ autor { ${nested(8)} } }`)).toMatchObject({ kind: 'data' });
    expect((await ask.fault(`{ autor { ${nested(9)} } }`)).message).toBe('the selection is more than 10 levels deep');
    expect(await ask.answer(`{ autor { ${nested(9)} } }`, { role: 'admin' })).toMatchObject({ kind: 'data' });
  });

  test('the public may select 300 fields and not 301, fragments expanded', async () => {
    const fields = (count: number): string => Array.from({ length: count }, (_, index) => `a${index}: id`).join(' ');
    const query = (count: number): string =>
      `{ __typename autor { __typename ...F } b: autor { ...F } } fragment F on autor { ${fields(count)} }`;
    expect(await ask.answer(query(149))).toMatchObject({ kind: 'data' });
    expect((await ask.fault(query(150))).message).toBe('the selection has more than 300 fields');
    const typenames = Array.from({ length: 300 }, (_, index) => `a${index}: __typename`).join(' ');
    expect((await ask.fault(`{ autor { ${typenames} } }`)).message).toBe('the selection has more than 300 fields');
    expect(await ask.answer(`{ ${typenames} __typename }`)).toMatchObject({ kind: 'data' });
  });

  test('a fragment counts once in a selection set, however often nested fragments spread it', async () => {
    const parts = Array.from({ length: 40 }, (_, index) => `fragment F${index} on autor { ...F${index + 1} ...F${index + 1} }`);
    expect(await ask.data(`{ autor_by_pk(id: 1) { ...F0 } } ${parts.join(' ')} fragment F40 on autor { id }`)).toEqual({
      autor_by_pk: { id: 1 },
    });
  });

  test('conditions are bounded in depth and size, literal or variable', async () => {
    const query = 'query ($w: autor_bool_exp) { autor(where: $w) { id } }';
    const deep = (levels: number): unknown => (levels === 0 ? { id: { _eq: 1 } } : { _not: deep(levels - 1) });
    const literal = (levels: number): string => `{ autor(where: ${'{_not: '.repeat(levels)}{id: {_eq: 1}}${'}'.repeat(levels)}) { id } }`;
    // The condition itself is one level, and so are its column and its operator.
    expect(await ask.answer(query, { variables: { w: deep(37) } })).toMatchObject({ kind: 'data' });
    expect(await ask.answer(literal(37))).toMatchObject({ kind: 'data' });
    expect((await ask.fault(query, { variables: { w: deep(38) } })).message).toBe('the arguments are more than 40 levels deep');
    expect((await ask.fault(literal(38))).message).toBe('the arguments are more than 40 levels deep');
    const wide = (more: object): unknown => ({
      _or: Array.from({ length: 332 }, (_, id) => ({ id: { _eq: id } })),
      id: { _gt: 0, ...more },
    });
    expect(await ask.answer(query, { variables: { w: wide({}) } })).toMatchObject({ kind: 'data' });
    expect((await ask.fault(query, { variables: { w: wide({ _lt: 9 }) } })).message).toBe('the arguments hold more than 1000 values');
  });

  test('deeply nested values are answered with an error', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    const query = 'query ($v: jsonb) { noticia(where: {dados: {_eq: $v}}) { id } }';
    expect(await ask.fault(query, { variables: { v: deep } })).toEqual({
      message: 'the request is nested too deeply',
      extensions: { code: 'validation-failed', path: '$' },
    });
  });

  test('the requests of a batch share the fields and values of one request, whether their plans are known or not', async () => {
    const batch = { fields: 0, inputs: 0, milliseconds: 0 };
    const query = `{ autor(where: {id: {_gt: 0}}) { ${Array.from({ length: 99 }, (_, index) => `a${index}: id`).join(' ')} } }`;
    const run = (): Promise<GraphqlAnswer> => started().execute({ query }, { caller: PUBLIC_CALLER, batch });
    const answers = [await run(), await run(), await run(), await run()];
    expect(answers.map(({ kind }) => kind)).toEqual(['data', 'data', 'data', 'errors']);
    expect(answers[3]).toMatchObject({ errors: [{ message: 'the selection has more than 300 fields', extensions: { path: '$' } }] });
    const alone = await started().execute({ query }, { caller: PUBLIC_CALLER });
    expect([alone.kind, batch.inputs]).toEqual(['data', 12]);
  });

  test('the requests of a batch share the time of one request', async () => {
    const timeoutOf = async (milliseconds: number): Promise<unknown> => {
      database().take();
      const batch = { fields: 0, inputs: 0, milliseconds };
      const answer = await started().execute({ query: '{ noticia { id } }' }, { caller: PUBLIC_CALLER, batch });
      if (answer.kind === 'errors') return answer.errors;
      expect(batch.milliseconds).toBeGreaterThan(milliseconds);
      return database().take()[0]?.options.timeoutMs;
    };
    expect(await timeoutOf(0)).toBe(5_000);
    expect(await timeoutOf(1_000)).toBe(4_000);
    expect(await timeoutOf(5_000)).toMatchObject([{ message: 'timed out' }]);
  });

  test('an aborted caller gets the reason of the abort', async () => {
    const reason = new Error('gone');
    const options = { caller: PUBLIC_CALLER, signal: AbortSignal.abort(reason) };
    const engine = await createGraphqlEngine({ database: database(), metadata: await fixtureMetadata() });
    await expect(engine.execute({ query: '{ noticia { id } }' }, options)).rejects.toBe(reason);
  });

  describe('time', () => {
    async function engineOf(rejection: Error, faults: unknown[]): Promise<{ engine: GraphqlEngine; timeouts: unknown[] }> {
      const timeouts: unknown[] = [];
      const real = database();
      const broken = {
        ...real,
        query: (text: string, values?: readonly unknown[], options?: { timeoutMs?: number }) => {
          if (options?.timeoutMs === undefined) return real.query(text, values);
          timeouts.push(options.timeoutMs);
          return Promise.reject(rejection);
        },
      };
      const onFault = (error: unknown): void => void faults.push(error);
      return { engine: await createGraphqlEngine({ database: broken, metadata: await fixtureMetadata(), onFault }), timeouts };
    }

    test('the time limit of the role goes to the database, and a timeout is answered with an error', async () => {
      const faults: unknown[] = [];
      const slow = new DatabaseTimeoutError('slow');
      const { engine, timeouts } = await engineOf(slow, faults);
      expect(await graphqlClient(() => engine).fault('{ noticia { id } }')).toEqual({
        message: 'timed out',
        extensions: { path: '$', code: 'unexpected' },
      });
      await engine.execute({ query: '{ noticia { id } }' }, { caller: PUBLIC_CALLER, timeoutMs: 77 });
      expect(timeouts).toEqual([5000, 77]);
      expect(faults).toEqual([slow, slow]);
    });

    test.each([
      ['anonymous', 5_000],
      ['signed-in', 10_000],
      ['service', 30_000],
    ] as const)('a caller whose trust is %s has %i ms, whatever its role', async (trust, timeoutMs) => {
      const { engine, timeouts } = await engineOf(new Error('no'), []);
      const client = graphqlClient(() => engine);
      await client.answer('{ noticia { id } }', { role: 'public', trust });
      await client.answer('{ noticia { id } }', { role: 'editor', trust });
      expect(timeouts).toEqual([timeoutMs, timeoutMs]);
    });

    test("a fault of the caller's data is answered with the words of the database, and is no fault to report", async () => {
      const faults: unknown[] = [];
      const { engine } = await engineOf(new DatabaseError('invalid input', { code: '22P02' }), faults);
      expect(await graphqlClient(() => engine).fault('{ noticia { id } }')).toEqual({
        message: 'invalid input',
        extensions: { path: '$', code: 'data-exception' },
      });
      expect(faults).toEqual([]);
    });

    test('a caller that leaves while the database works gets the reason, and nothing is reported', async () => {
      const faults: unknown[] = [];
      const { engine } = await engineOf(new Error('cancelled'), faults);
      const reason = new Error('gone');
      const leaving = new AbortController();
      const answer = engine.execute({ query: '{ noticia { id } }' }, { caller: PUBLIC_CALLER, signal: leaving.signal });
      leaving.abort(reason);
      await expect(answer).rejects.toBe(reason);
      expect(faults).toEqual([]);
    });

    test('a broken connection is answered with a generic error', async () => {
      const faults: unknown[] = [];
      const broken = new Error('connection to 10.1.2.3 lost');
      const { engine } = await engineOf(broken, faults);
      expect(await graphqlClient(() => engine).fault('{ noticia { id } }')).toEqual({
        message: 'database query error',
        extensions: { path: '$', code: 'unexpected' },
      });
      expect(faults).toEqual([broken]);
    });
  });
}
