import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitStatements } from '../../../../../server/backend/embedded/migrations/statement-splitter.ts';

const texts = (script: string): readonly string[] => splitStatements(script).map(({ text }) => text);

describe('splitStatements', () => {
  it.each([
    ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
    ['a last one without semicolon', 'select 1;\nselect 2\n', ['select 1', 'select 2']],
    ['a string with a semicolon', "select ';'; select 2", ["select ';'", 'select 2']],
    ['a string with a doubled quote', "select 'a'';'; select 2", ["select 'a'';'", 'select 2']],
    ['an escape string', String.raw`select E'\';'; select 2`, [String.raw`select E'\';'`, 'select 2']],
    ['a quoted name', 'select ";" from "a"";b"; select 2', ['select ";" from "a"";b"', 'select 2']],
    ['a dollar quote', 'do $$ begin; end $$; select 2', ['do $$ begin; end $$', 'select 2']],
    ['a tagged dollar quote around another', 'do $a$ $$;$$ ; $a$; select 2', ['do $a$ $$;$$ ; $a$', 'select 2']],
    ['a parameter beside a dollar quote', 'select $1; select 2', ['select $1', 'select 2']],
    ['a name with a dollar', 'select a$b$; select 2', ['select a$b$', 'select 2']],
    ['a line comment', 'select 1 -- a; b\n; select 2', ['select 1 -- a; b', 'select 2']],
    ['a nested block comment', 'select 1 /* a; /* b; */ c; */; select 2', ['select 1 /* a; /* b; */ c; */', 'select 2']],
    ['comments before and alone', '-- a;\n/* b; */ select 1; -- c\n', ['select 1']],
    ['empty statements', ';;; select 1 ;; ', ['select 1']],
    ['nothing', '  \n -- nada\n', []],
  ])('knows %s', (_what, script, expected) => {
    expect(texts(script)).toEqual(expected);
  });

  it('gives the line on which each statement begins', () => {
    expect(splitStatements('-- cabeçalho\nselect 1;\n\nselect\n 2;').map(({ line }) => line)).toEqual([2, 4]);
  });

  it('splits a joined script into the statements it was joined from', () => {
    const statement = fc.constantFrom(
      "insert into a values (';')",
      'do $x$ a; b; $x$',
      'select ";"',
      "select E'\\';'",
      'select 1 /* ; */ + 1',
    );
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 8 }), fc.constantFrom(';', ';\n', ' ; -- x;\n'), (statements, separator) => {
        expect(texts(statements.map((one) => one + separator).join(''))).toEqual(statements);
      }),
    );
  });
});
