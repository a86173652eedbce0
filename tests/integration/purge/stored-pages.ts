/** A site whose pages are all stored before each test, so that only what the test does makes a MISS. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ContentSite, startContentSite } from './content-site.ts';

export const FILE_A = '11111111-0000-4000-8000-00000000000a';
export const FILE_B = '11111111-0000-4000-8000-00000000000b';
const PERSON = '22222222-0000-4000-8000-00000000000a';

const CONTENT = `
  insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IPREV', 'Município', 'SP');
  insert into storage.files (id, name) values ('${FILE_A}', 'a.pdf'), ('${FILE_B}', 'b.pdf');
  insert into arquivo (id, nome, mime, tamanho_bytes) values ('${FILE_A}', 'a.pdf', 'application/pdf', 1), ('${FILE_B}', 'b.pdf', 'application/pdf', 1);
  insert into documento (id, categoria_slug, titulo, exercicio, publicado_em, publicado) values
    (1, 'leis', 'Lei um', 2025, '2025-01-02', true), (2, 'leis', 'Lei dois', 2025, '2025-01-03', true),
    (3, 'portarias', 'Portaria', 2025, '2025-01-04', true), (4, 'leis', 'Lei em preparo', 2025, null, false);
  update documento set revogado_por_documento_id = 4 where id = 3;
  insert into documento_arquivo (documento_id, arquivo_id) values (1, '${FILE_A}'), (2, '${FILE_B}');
  insert into categoria_noticia (id, nome, slug) values (1, 'Geral', 'geral');
  insert into noticia (id, slug, titulo, publicado, publicado_em, categoria_noticia_id)
    select n, 'noticia-' || n, 'Notícia ' || n, true, '2025-01-01'::timestamptz + n * interval '1 day', 1 from generate_series(1, 30) n;
  insert into comunicado (id, titulo, publicado, publicado_em) values (1, 'Aviso um', true, '2025-01-01'), (2, 'Aviso dois', true, '2025-01-02');
  insert into pagina (id, slug, titulo, publicado, publicado_em) values (1, 'privacidade', 'Privacidade', true, '2025-01-01'), (2, 'servicos', 'Serviços', true, '2025-01-01');
  insert into unidade (id, nome, publicado) values (1, 'Sede', true), (2, 'Posto', true);
  insert into contato (id, unidade_id, tipo, valor) values (1, null, 'telefone', '1111'), (2, 1, 'telefone', '2222');
  insert into pessoa (id, nome) values ('${PERSON}', 'Ana Diretora');
  insert into orgao_colegiado (id, chave, nome) values (1, 'diretoria_executiva', 'Diretoria Executiva');
  insert into membro_orgao (id, orgao_id, pessoa_id, cargo, mandato_inicio, publicado)
    values (1, 1, '${PERSON}', 'Diretora', '2025-01-01', true);
`;

export const PAGES = [
  '/',
  '/lai',
  '/lai/MenuCompleto',
  '/lai/dados-abertos',
  '/lai/situacao',
  '/lai/documentos/leis',
  '/lai/documentos/leis?q=lei',
  '/lai/documentos/portarias',
  '/lai/documentos/leis/1',
  '/lai/documentos/leis/2',
  '/lai/documentos/portarias/3',
  '/informacoes/noticias',
  '/informacoes/noticia/1',
  '/informacoes/noticia/2',
  '/informacoes/noticia/9',
  '/informacoes/comunicados',
  '/informacoes/comunicado/1',
  '/informacoes/comunicado/2',
  '/paginas/privacidade',
  '/paginas/servicos',
  '/institucional/unidade/1',
  '/institucional/unidade/2',
  '/institucional/organograma',
  '/informacoes/mapa',
  '/informacoes/faq',
  '/busca?q=lei',
  `/nhostprovider/${FILE_A}`,
  `/nhostprovider/${FILE_B}`,
] as const;

export interface StoredPages {
  readonly site: ContentSite;
  /** Runs SQL and returns the pages that it purged. */
  purgedBy(sql: string): Promise<readonly string[]>;
}

/** Starts the site of the calling test file, and stores every page of `PAGES` before each of its tests. */
export function useStoredPages(): StoredPages {
  let site: ContentSite | undefined;
  const started = (): ContentSite => {
    if (site === undefined) throw new Error('the site was not started');
    return site;
  };
  beforeAll(async () => {
    site = await startContentSite(CONTENT);
  }, 120_000);
  afterAll(() => site?.close());
  beforeEach(async () => {
    await started().restart();
    for (const page of PAGES) await started().get(page);
    const missed = await misses(started());
    if (missed.length > 0) throw new Error(`not stored: ${missed.join(', ')}`);
  });
  afterEach(() => started().throwFaults());
  return {
    get site() {
      return started();
    },
    async purgedBy(sql) {
      await started().edit(sql);
      await started().reloaded();
      return misses(started());
    },
  };
}

async function misses(site: ContentSite): Promise<readonly string[]> {
  const found: string[] = [];
  for (const page of PAGES) if (!(await site.get(page)).hit) found.push(page);
  return found;
}
