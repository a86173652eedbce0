/** The copy of a database that README offers to others (tests, a report, a published database) holds no person. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openPgliteDatabase } from '../../../../server/backend/embedded/database/pglite-database.ts';
import { migratedSnapshot } from '../../../support/embedded/migrated-database.ts';

const README = path.resolve(import.meta.dirname, '../../../../README.md');

/** Who is known by an address or wrote a text. Persons of cases are planted by the tests of cases, which find them in the schema `casos` alone. */
const PLANTED = `
  insert into auth.users (email, display_name, locale, default_role) values ('conta.plantada@exemplo.org', 'Conta Plantada', 'pt', 'editor');
  insert into contas.mensagem (usuario, evento, destinatario, criada_em, proxima_em)
    values (gen_random_uuid(), 'email_trocado', 'antiga.plantada@exemplo.org', now(), now());
  insert into novidades.assunto (tipo, valor) values ('noticias', '') on conflict do nothing;
  insert into novidades.assinatura (assunto_id, email, pedida_em)
    select id, 'seguidora.plantada@exemplo.org', now() from novidades.assunto where tipo = 'noticias';
  insert into leitores.avaliacao (endereco, ultima_em) values ('/lai', current_date);
  insert into leitores.comentario (endereco, texto, escrito_em) values ('/lai', 'Me chamo Leitora Plantada.', current_date)`;

test('the command of README leaves out every schema that holds an address or a text of a person', async () => {
  const [, options = ''] = /`pg_dump((?: --exclude-schema=\w+)+)`/.exec(await readFile(README, 'utf8')) ?? [];
  const leftOut = [...options.matchAll(/=(\w+)/g)].map(([, name]) => name);
  const database = await openPgliteDatabase({ directory: null, snapshot: await migratedSnapshot() });
  try {
    await database.script(PLANTED);
    const { rows: tables } = await database.query(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'm') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
    );
    const holding = new Set<string>();
    for (const { schema, name } of tables) {
      const { rows } = await database.query(
        `select 1 from "${String(schema)}"."${String(name)}" t where to_jsonb(t)::text ~* 'plantada' limit 1`,
      );
      if (rows.length > 0) holding.add(String(schema));
    }
    expect(holding).toEqual(new Set(['auth', 'contas', 'leitores', 'novidades']));
    expect([...holding].filter((schema) => !leftOut.includes(schema))).toEqual([]);
    expect(leftOut).toContain('casos');
  } finally {
    await database.close();
  }
});
