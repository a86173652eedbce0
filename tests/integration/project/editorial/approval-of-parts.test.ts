/** Where a second person has to approve: what one person alone would change of a published content through its files and editions. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ANA, BIA, PROJECT_ENGINES, type ProjectEngine } from './project-engine.ts';

const [PUBLISHED, OTHER, PICTURE, NEVER_USED, UNUSED] = [1, 2, 3, 4, 5].map((n) => `00000000-0000-4000-8000-0000000000f${n}`);
const DOCUMENT = 996;

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let project: ProjectEngine;
  beforeAll(async () => {
    project = await open();
    await project.database.script(`
      insert into configuracao_site (nome, sigla, ente, uf) values ('Instituto', 'IP', 'Vila', 'PA') on conflict do nothing;
      insert into storage.files (id, bucket_id, name, is_uploaded) values
        ('${PUBLISHED}', 'default', 'lei.pdf', true), ('${OTHER}', 'default', 'outro.pdf', true), ('${PICTURE}', 'publico', 'foto.png', true),
        ('${UNUSED}', 'default', 'novo.pdf', true);
      insert into arquivo (id, nome, mime, tamanho_bytes) values
        ('${PUBLISHED}', 'lei.pdf', 'application/pdf', 1), ('${OTHER}', 'outro.pdf', 'application/pdf', 1), ('${PICTURE}', 'foto.png', 'image/png', 1),
        ('${UNUSED}', 'novo.pdf', 'application/pdf', 1);
      insert into documento (id, categoria_slug, titulo, exercicio, publicado, publicado_em) values (${DOCUMENT}, 'leis', 'Lei', 2026, true, '2026-01-01');
      insert into documento_arquivo (documento_id, arquivo_id) values (${DOCUMENT}, '${PUBLISHED}')`);
  }, 120_000);
  beforeEach(() => project.database.script('update configuracao_site set exige_aprovacao = true'));
  afterAll(() => project.close());

  const set = (id: string | undefined, values: string): string =>
    `mutation { update_arquivo_by_pk(pk_columns: {id: "${id}"}, _set: {${values}}) { id } }`;
  const edition = `mutation { insert_documento_versao_one(object: {documento_id: ${DOCUMENT}, motivo: "Texto de uma pessoa só"}) { documento_id } }`;
  const store = (id: string | undefined): string =>
    `mutation { insertFile(object: {id: "${id}", bucketId: "publico", name: "outra.png", isUploaded: false}) { id } }`;

  test.each([
    ['an edition of the document', edition],
    ['the text in which the search finds its file', set(PUBLISHED, 'texto_extraido: "inventado"')],
    ['the digest of its file', set(PUBLISHED, `sha256: "${'0'.repeat(64)}"`)],
    ['a file as an earlier version of its file', set(OTHER, `substituido_por_id: "${PUBLISHED}"`)],
  ])('%s is not written by one person', async (_what, query) => {
    expect((await project.ask.fault(query, ANA)).message).toMatch(/envie as mudanças .*para aprovação/);
  });

  test('what is not published is written, and a focus point always', async () => {
    await project.ask.data(set(OTHER, 'texto_extraido: "lido"'), ANA);
    await project.ask.data(set(PUBLISHED, 'foco_x: 0.5, foco_y: 0.5'), ANA);
    await project.ask.data(`mutation { update_documento_by_pk(pk_columns: {id: ${DOCUMENT}}, _set: {publicado: false}) { id } }`, BIA);
    await project.ask.data(edition, ANA);
    // Who wrote the edition is the last author of the document.
    const publish = `mutation { update_documento_by_pk(pk_columns: {id: ${DOCUMENT}}, _set: {publicado: true}) { id } }`;
    expect((await project.ask.fault(publish, ANA)).message).toContain('aprovação de outra pessoa');
    await project.ask.data(publish, BIA);
  });

  describe('a person who has the form of a content open', () => {
    const DRAFT = 997;
    const version = async (): Promise<number> =>
      Number((await project.rows(`select versao::int as versao from documento where id = ${DRAFT}`))[0]?.['versao']);
    const addFile = `insert_documento_arquivo_one(object: {documento_id: ${DRAFT}, arquivo_id: "${OTHER}"}) { ordem }`;
    const publishFrom = (from: number): string =>
      `mutation { update_documento(where: {id: {_eq: ${DRAFT}}, versao: {_eq: ${from}}}, _set: {publicado: true, publicado_em: "2026-01-01"}) { affected_rows } }`;

    beforeEach(() =>
      project.database.script(`
        delete from pagamento where documento_id = ${DRAFT};
        delete from documento where id = ${DRAFT};
        insert into documento (id, categoria_slug, titulo, exercicio) values (${DRAFT}, 'leis', 'Rascunho', 2026)`),
    );

    test.each([
      ['a file is added', `mutation { ${addFile} }`],
      ['a payment is added', `mutation { insert_pagamento_one(object: {documento_id: ${DRAFT}, pago_em: "2026-02-01", valor: 1}) { id } }`],
    ])('does not publish what another has changed meanwhile, where %s', async (_what, query) => {
      const read = await version();
      await project.ask.data(query, ANA);
      expect(await project.ask.data(publishFrom(read), BIA)).toEqual({ update_documento: { affected_rows: 0 } });
      expect(await project.ask.data(publishFrom(await version()), BIA)).toEqual({ update_documento: { affected_rows: 1 } });
    });

    test('does not publish what another has written about its file meanwhile', async () => {
      await project.database.script(`insert into documento_arquivo (documento_id, arquivo_id) values (${DRAFT}, '${OTHER}')`);
      const read = await version();
      await project.ask.data(set(OTHER, 'foco_x: 0.25, foco_y: 0.25'), ANA);
      expect(await version()).toBe(read);
      await project.ask.data(set(OTHER, 'alt: "Outra descrição"'), ANA);
      expect(await project.ask.data(publishFrom(read), BIA)).toEqual({ update_documento: { affected_rows: 0 } });
    });

    test('saves the content with its lists as one version', async () => {
      const read = await version();
      await project.ask.data(
        `mutation { update_documento(where: {id: {_eq: ${DRAFT}}}, _set: {titulo: "Outro"}) { affected_rows } ${addFile} }`,
        ANA,
      );
      expect(await version()).toBe(read + 1);
    });

    test('meets no conflict with a list where nobody has to approve', async () => {
      await project.database.script('update configuracao_site set exige_aprovacao = false');
      const read = await version();
      await project.ask.data(`mutation { ${addFile} }`, ANA);
      expect(await version()).toBe(read);
    });
  });

  describe('the bytes of a file', () => {
    const DRAFT = 998;
    const exchange = (id: string | undefined): string =>
      `mutation { updateFiles(where: {id: {_eq: "${id}"}}, _set: {isUploaded: false}) { affected_rows } }`;
    const EXCHANGED = { updateFiles: { affected_rows: 1 } };
    const REFUSED = { updateFiles: { affected_rows: 0 } };

    beforeEach(() =>
      project.database.script(`
        delete from aprovacao;
        delete from documento where id = ${DRAFT};
        update documento set publicado = true where id = ${DOCUMENT};
        insert into documento (id, categoria_slug, titulo, exercicio) values (${DRAFT}, 'leis', 'Rascunho', 2026)`),
    );

    test('are exchanged as long as no content has the file', async () => {
      expect(await project.ask.data(exchange(UNUSED), ANA)).toEqual(EXCHANGED);
    });

    test('stay in a draft, which another person may be reading, where that person has to approve', async () => {
      await project.database.script(`insert into documento_arquivo (documento_id, arquivo_id) values (${DRAFT}, '${UNUSED}')`);
      expect(await project.ask.data(exchange(UNUSED), ANA)).toEqual(REFUSED);
      await project.database.script('update configuracao_site set exige_aprovacao = false');
      expect(await project.ask.data(exchange(UNUSED), ANA)).toEqual(EXCHANGED);
    });

    test('stay as long as a proposal has the file, and so does its description until the proposal is decided', async () => {
      const [row] = await project.rows(`select versao::int as versao from documento where id = ${DOCUMENT}`);
      await project.ask.data(
        `mutation { insert_aprovacao_one(object: {tabela: "documento", chave: "${DOCUMENT}", versao_base: ${Number(row?.['versao'])},
          proposta: {arquivos: [{arquivo_id: "${UNUSED}", ordem: 0}]}}) { situacao } }`,
        ANA,
      );
      expect(await project.ask.data(exchange(UNUSED), ANA)).toEqual(REFUSED);
      const describe = set(UNUSED, 'alt: "Outra descrição"');
      expect((await project.ask.fault(describe, ANA)).message).toContain('mudanças à espera de aprovação');
      await project.ask.data(set(UNUSED, 'foco_x: 0.5, foco_y: 0.5'), ANA);
      await project.ask.data(
        'mutation { update_aprovacao(where: {}, _set: {situacao: "devolvida", motivo: "Falta a data."}) { affected_rows } }',
        BIA,
      );
      await project.ask.data(describe, ANA);
      expect(await project.ask.data(exchange(UNUSED), ANA)).toEqual(REFUSED);
    });
  });

  test('a picture of the texts is deleted at once, and no other one takes its id', async () => {
    expect(await project.ask.data(`mutation { deleteFile(id: "${PICTURE}") { id } }`, ANA)).toEqual({ deleteFile: { id: PICTURE } });
    expect((await project.ask.fault(store(PICTURE), ANA)).extensions['code']).toBe('permission-error');
    expect(await project.ask.data(store(NEVER_USED), ANA)).toEqual({ insertFile: { id: NEVER_USED } });
    await project.database.script('update configuracao_site set exige_aprovacao = false');
    expect(await project.ask.data(store(PICTURE), ANA)).toEqual({ insertFile: { id: PICTURE } });
  });
});
