/** The content of the library: two authors, three books of which one is not lent out, and a cover of each. */
import type { Queryable } from '../../../../server/backend/embedded/database.ts';

export const COVER = '22222222-0000-4000-8000-000000000001';
export const HIDDEN_COVER = '22222222-0000-4000-8000-000000000002';
export const COVER_BYTES = 'capa do primeiro livro';

interface Task {
  readonly database: Queryable;
  readonly files: { put(file: { id: string; name: string; mimeType: string; bytes: Uint8Array }): Promise<unknown> };
}

export async function loadDemonstration({ database, files }: Task): Promise<void> {
  await files.put({ id: COVER, name: 'capa.txt', mimeType: 'text/plain', bytes: Buffer.from(COVER_BYTES) });
  await files.put({ id: HIDDEN_COVER, name: 'oculta.txt', mimeType: 'text/plain', bytes: Buffer.from('oculta') });
  await database.script(`
      insert into biblioteca.autor (id, nome, telefone) values (1, 'Ana', '61 5555'), (2, 'Bia', '61 6666');
      insert into biblioteca.livro (id, titulo, autor_id, emprestavel, capa_id) values
        (1, 'Primeiro', 1, true, '${COVER}'), (2, 'Segundo', 1, true, null), (3, 'Reservado', 2, false, '${HIDDEN_COVER}');`);
}
