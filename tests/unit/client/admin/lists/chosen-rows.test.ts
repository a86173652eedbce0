import { memoryStore } from 'react-admin';
import { expect, test } from 'vitest';
import { withChosenRows } from '../../../../../client/admin/lists/chosen-rows.ts';

test('the rows that are chosen in a list are forgotten with the document, and its order is not', () => {
  const browser = memoryStore();
  const first = withChosenRows(browser, memoryStore());
  first.setup();
  const heard: unknown[] = [];
  first.subscribe('noticia.selectedIds', (ids: unknown) => heard.push(ids));
  first.setItem('noticia.selectedIds', [1, 2]);
  first.setItem('noticia.listParams', { sort: 'titulo' });
  expect([first.getItem('noticia.selectedIds'), heard]).toEqual([[1, 2], [[1, 2]]]);

  const next = withChosenRows(browser, memoryStore());
  expect(next.getItem('noticia.selectedIds', [])).toEqual([]);
  expect(next.getItem('noticia.listParams')).toEqual({ sort: 'titulo' });
});
