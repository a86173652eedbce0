import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_HTML_LENGTH } from '../../../server/backend/sanitize/sanitize-html.ts';
import { type EmptyProject, emptyProject } from './loaded-database.ts';

let project: EmptyProject;
beforeAll(async () => {
  project = await emptyProject();
}, 120_000);
afterAll(() => project.close());

test('every column of HTML refuses a text that the sanitiser would cut', async () => {
  const { rows } = await project.database.query(`
    select c.table_name || '.' || c.column_name as "column", min(k.check_clause) as "check"
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    left join information_schema.check_constraints k
      on k.constraint_schema = 'public' and k.constraint_name = c.table_name || '_' || c.column_name || '_tamanho'
    where c.table_schema = 'public' and c.column_name like '%\\_html'
    group by 1`);
  const unlimited = rows.filter(({ column, check }) => {
    const [, name] = String(column).split('.');
    // Versions of Postgres differ in what they write around the condition.
    return !new RegExp(`^\\(+char_length\\(${name}\\) <= ${MAX_HTML_LENGTH}\\)+(?: NOT VALID)?$`).test(String(check));
  });
  expect(rows.length).toBeGreaterThan(8);
  expect(unlimited).toEqual([]);
});
