import { describe, expect, it } from 'vitest';
import { compareRecords } from '../../../../../server/backend/embedded/migrations/base.ts';

const migration = (name: string, sql = 'select 1;') => ({ name, file: `${name}/up.sql`, sql, checksum: name });
const BOOTSTRAP = migration('bootstrap/1_base.sql');
const TABLES = migration('20_tabelas');
const END = migration('30_funcoes', '-- replaces: 12_indice\ncreate function f() …;');
const LATER = migration('40_coluna');
const MIGRATIONS = [BOOTSTRAP, TABLES, END, LATER];
const EARLIER = ['bootstrap/1_base.sql', '10_tabelas', '11_coluna', '12_indice'];

const compared = (recorded: readonly string[], migrations = MIGRATIONS) => compareRecords(new Set(recorded), migrations);

describe('records of a database beside a base', () => {
  it('an empty database has nothing', () => {
    expect(compared([])).toEqual({ applied: [], unrecorded: [], unknown: [] });
  });

  it('one with the base and a file of its own version has what is recorded', () => {
    expect(compared([BOOTSTRAP.name, TABLES.name, END.name, '41_outra'])).toEqual({
      applied: [BOOTSTRAP, TABLES, END],
      unrecorded: [],
      unknown: ['41_outra'],
    });
  });

  it('one with all earlier migrations has the base, and what came after it is missing', () => {
    expect(compared(EARLIER)).toEqual({ applied: [BOOTSTRAP, TABLES, END], unrecorded: [TABLES, END], unknown: [] });
  });

  it('one with the records of both has nothing to record', () => {
    const both = [...EARLIER, TABLES.name, END.name, LATER.name];
    expect(compared(both)).toEqual({ applied: MIGRATIONS, unrecorded: [], unknown: [] });
  });

  it('one with all earlier migrations lacks a file that the bootstrap has got since, and one of a lower number', () => {
    const bootstrap = migration('bootstrap/2_nova.sql');
    const lower = migration('5_da_instituicao');
    expect(compared(EARLIER, [BOOTSTRAP, bootstrap, lower, TABLES, END, LATER])).toEqual({
      applied: [BOOTSTRAP, TABLES, END],
      unrecorded: [TABLES, END],
      unknown: [],
    });
  });

  it('one with the base and a file of a lower number that the project has is none of the earlier ones', () => {
    const lower = migration('5_da_instituicao');
    const migrations = [BOOTSTRAP, lower, TABLES, END];
    expect(compared([lower.name, BOOTSTRAP.name, TABLES.name, END.name], migrations)).toEqual({
      applied: migrations,
      unrecorded: [],
      unknown: [],
    });
  });

  it('one that stands between the earlier migrations is refused', () => {
    expect(() => compared(EARLIER.slice(0, -1))).toThrow('not that one: start it once with a version of the site that has it');
  });

  it('a project without a base knows its own names alone', () => {
    expect(compared(['10_tabelas', TABLES.name], [TABLES])).toEqual({ applied: [TABLES], unrecorded: [], unknown: ['10_tabelas'] });
  });
});
