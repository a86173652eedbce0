/** The check of what becomes public, with the project's own tables and permissions, asked over HTTP as editors do. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../../server/backend/embedded/database.ts';
import { PostgresBlobs } from '../../../server/backend/embedded/storage/postgres-blobs.ts';
import { createInspector } from '../../../server/files/inspection/inspector.ts';
import { projectMetadata } from '../../support/project-metadata.ts';
import { PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import {
  CPF,
  OFFICE_TYPES,
  type OfficeEnding,
  office,
  photograph,
  photographWithPlace,
  printed,
  scannedPdf,
  textPdf,
} from './documents.ts';
import { ANA, editor, openUploadServer, type UploadServer } from './upload-server.ts';

interface Sent {
  readonly bytes: Uint8Array | string;
  readonly name?: string;
  readonly type?: string;
  readonly bucket?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly role?: string;
  /** Replaces the file with this id. */
  readonly id?: string;
}

/** A document of an office program, as it is sent. */
function sentOffice(ending: OfficeEnding, body: string, more: Readonly<Record<string, string>> = {}): Sent {
  return { bytes: office(ending, body, more), name: `ata.${ending}`, type: OFFICE_TYPES[ending] };
}

/** The signature of a compound file, and the name of a stream of it where the second piece of 64 KiB begins. */
function compoundFile(stream: string): Uint8Array {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(0xffee), Buffer.from(stream, 'utf16le'), Buffer.alloc(96)]);
}

interface Answer {
  readonly status: number;
  /** Codes of the reasons. */
  readonly codes: readonly string[];
  readonly body: {
    readonly id?: string;
    readonly avisos?: readonly { readonly codigo: string; readonly mensagem: string; readonly arquivo: string }[];
    readonly processedFiles?: readonly { readonly id: string; readonly mimeType: string }[];
    readonly error?: {
      readonly data: { readonly motivos: readonly { readonly codigo: string; readonly mensagem: string; readonly confirmavel: boolean }[] };
    };
  };
}

describe.each(PROJECT_ENGINES)('on %s', (_name, open) => {
  let project: ProjectEngine;
  let server: UploadServer;

  beforeAll(async () => {
    project = await open();
    await project.rows(`insert into auth.users (id, display_name, locale, default_role) values ('${ANA}', 'Ana', 'pt', 'editor')`);
    const { database } = project;
    server = await openUploadServer(
      { database, blobs: new PostgresBlobs(database) },
      { metadata: await projectMetadata(), inspector: createInspector() },
    );
  });
  afterAll(async () => {
    await server.close();
    await project.close();
  });

  async function send({
    bytes,
    name = 'ata.pdf',
    type = 'application/pdf',
    bucket = 'default',
    metadata,
    role,
    id,
  }: Sent): Promise<Answer> {
    const form = new FormData();
    if (id === undefined) form.append('bucket-id', bucket);
    if (metadata !== undefined) form.append(id === undefined ? 'metadata[]' : 'metadata', new Blob([JSON.stringify({ metadata })]), '');
    form.append(id === undefined ? 'file[]' : 'file', new File([typeof bytes === 'string' ? bytes : Buffer.from(bytes)], name, { type }));
    const headers = { ...editor(), ...(role === undefined ? {} : { 'x-hasura-role': role }) };
    const address = id === undefined ? '' : `/${id}`;
    const answer = await fetch(`${server.origin}/v1/files${address}`, { method: id === undefined ? 'POST' : 'PUT', headers, body: form });
    const body = (await answer.json()) as Answer['body'];
    return { status: answer.status, codes: body.error?.data.motivos.map(({ codigo }) => codigo) ?? [], body };
  }

  async function described(id: string | undefined): Promise<Row | undefined> {
    const columns =
      'nome, mime, tamanho_bytes::int, sha256, paginas, pesquisavel, texto_extraido, largura, altura, alt, enviado_por, confirmacoes, avisos, substituido_por_id';
    return (await project.rows(`select ${columns} from arquivo where id = '${id}'`))[0];
  }

  test('lets a document with text through and records its pages, text, size and hash', async () => {
    const bytes = await textPdf(2, 'Fim.');
    const { status, body } = await send({ bytes, type: 'application/octet-stream' });
    const [file] = body.processedFiles ?? [];
    expect([status, file?.mimeType]).toEqual([201, 'application/pdf']);
    const row = await described(file?.id);
    expect(row).toMatchObject({ nome: 'ata.pdf', mime: 'application/pdf', tamanho_bytes: bytes.length, paginas: 2, pesquisavel: true });
    expect(row).toMatchObject({ enviado_por: ANA, confirmacoes: null, avisos: null, substituido_por_id: null });
    expect(body.avisos).toBeUndefined();
    expect(String(row?.['texto_extraido'])).toMatch(/^Página 1\. O conselho[\s\S]*Fim\.$/);
    expect(
      await project.rows(`select etag = '"' || sha256 || '"' as igual from arquivo join storage.files using (id) where id = '${file?.id}'`),
    ).toEqual([{ igual: true }]);
  });

  test('refuses a document with a CPF, and says on which page without repeating it', async () => {
    const { status, codes, body } = await send({ bytes: await textPdf(2, `Segurado: ${CPF}. Protocolo 11111111111.`) });
    const [motivo] = body.error?.data.motivos ?? [];
    expect([status, codes, motivo?.confirmavel]).toEqual([422, ['CPF_NO_TEXTO'], false]);
    expect(motivo?.mensagem).toContain('***.982.247-** (página 2)');
    expect(JSON.stringify(body)).not.toContain(CPF);
    const metadata = { confirmado: ['CPF_NO_TEXTO'], justificativa: 'Publicação determinada em lei' };
    expect((await send({ bytes: await textPdf(1, CPF), metadata })).codes).toEqual(['CPF_NO_TEXTO']);
  });

  test('lets an administrator publish a CPF who says why, and keeps that from the public', async () => {
    const bytes = await textPdf(1, CPF);
    const sent = { bytes, role: 'administrador' };
    expect((await send({ ...sent, metadata: { confirmado: ['CPF_NO_TEXTO'] } })).codes).toEqual(['CPF_NO_TEXTO']);
    expect((await send({ ...sent, metadata: { confirmado: ['CPF_NO_TEXTO'], justificativa: 'sim' } })).codes).toEqual(['CPF_NO_TEXTO']);
    const metadata = { confirmado: ['CPF_NO_TEXTO'], justificativa: 'Publicação determinada em lei' };
    const { status, body } = await send({ ...sent, metadata: { ...metadata, pasta: 'leis' } });
    expect(status).toBe(201);
    expect(body.processedFiles).toMatchObject([{ metadata: { pasta: 'leis' } }]);
    expect(JSON.stringify(body)).not.toContain('determinada');
    const row = await described(body.processedFiles?.[0]?.id);
    const confirmacoes = typeof row?.['confirmacoes'] === 'string' ? (JSON.parse(row['confirmacoes']) as unknown) : row?.['confirmacoes'];
    expect(confirmacoes).toEqual({ codigos: ['CPF_NO_TEXTO'], justificativa: 'Publicação determinada em lei' });
  });

  test('asks an editor to confirm a scanned document, and takes it then', async () => {
    const bytes = await scannedPdf();
    const first = await send({ bytes });
    expect([first.status, first.codes, first.body.error?.data.motivos[0]?.confirmavel]).toEqual([422, ['TEXTO_NAO_PESQUISAVEL'], true]);
    const metadata = { confirmado: ['TEXTO_NAO_PESQUISAVEL'], justificativa: 'Só existe o original em papel' };
    const { status, body } = await send({ bytes, metadata });
    expect([status, await described(body.processedFiles?.[0]?.id)]).toMatchObject([
      201,
      { pesquisavel: false, texto_extraido: null, paginas: 1 },
    ]);
  });

  test.each<readonly [string, readonly string[], () => Promise<Sent> | Sent]>([
    [
      'a PDF with a password',
      ['ARQUIVO_PROTEGIDO'],
      async () => ({ bytes: await textPdf(1, '', { userPassword: 'x', ownerPassword: 'y' }) }),
    ],
    ['a PDF that forbids copying', ['PDF_COM_RESTRICOES'], async () => ({ bytes: await textPdf(1, '', { ownerPassword: 'y' }) })],
    [
      'a PDF with a program',
      ['PDF_COM_SCRIPT'],
      async () => ({
        bytes: await printed((pdf) => pdf.text('Um texto de tamanho bastante para uma página.').addNamedJavaScript('a', 'app.alert(1)')),
      }),
    ],
    [
      'a PDF with another file in it',
      ['PDF_COM_ANEXOS'],
      async () => ({
        bytes: await printed((pdf) => pdf.text('Um texto de tamanho bastante para uma página.').file(Buffer.from('x'), { name: 'x.txt' })),
      }),
    ],
    ['a PDF that is damaged', ['ARQUIVO_ILEGIVEL'], () => ({ bytes: '%PDF-1.7 e mais nada' })],
    ['a PDF named as a picture', ['TIPO_DIVERGENTE'], async () => ({ bytes: await textPdf(), name: 'foto.jpg', type: 'image/jpeg' })],
    ['a PDF declared as a picture', ['TIPO_DIVERGENTE'], async () => ({ bytes: await textPdf(), type: 'image/jpeg' })],
    ['a page of HTML', ['TIPO_NAO_ACEITO'], () => ({ bytes: '<script>alert(1)</script>', name: 'a.html', type: 'text/html' })],
    ['a page of HTML named as a PDF', ['ARQUIVO_ILEGIVEL'], () => ({ bytes: '<script>alert(1)</script>' })],
    ['an SVG', ['TIPO_NAO_ACEITO'], () => ({ bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>', name: 'a.svg', type: 'image/svg+xml' })],
    ['a program', ['TIPO_NAO_ACEITO'], () => ({ bytes: Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), name: 'a.exe' })],
    [
      'a program named as a document',
      ['TIPO_DIVERGENTE'],
      () => ({ bytes: Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), name: 'a.docx' }),
    ],
    [
      'a document of Word with a password',
      ['ARQUIVO_PROTEGIDO'],
      () => ({ bytes: compoundFile('EncryptedPackage'), name: 'ata.docx', type: OFFICE_TYPES.docx }),
    ],
    [
      'a document of an old Word named as one of a new one',
      ['TIPO_DIVERGENTE'],
      () => ({ bytes: compoundFile('WordDocument'), name: 'ata.docx', type: OFFICE_TYPES.docx }),
    ],
    [
      'a document of Word that is cut at its beginning',
      ['ARQUIVO_ILEGIVEL'],
      () => ({ bytes: office('docx', '').subarray(60), name: 'ata.docx', type: OFFICE_TYPES.docx }),
    ],
    [
      'a document of Word that is cut before its list of contents',
      ['ARQUIVO_ILEGIVEL'],
      () => ({ bytes: office('docx', '').subarray(0, 40), name: 'ata.docx', type: OFFICE_TYPES.docx }),
    ],
    [
      'a picture of the site that is damaged',
      ['ARQUIVO_ILEGIVEL'],
      () => ({ bytes: 'nada', name: 'a.png', type: 'image/png', bucket: 'publico' }),
    ],
    ['a document among the pictures of the site', ['SOMENTE_IMAGEM'], async () => ({ bytes: await textPdf(), bucket: 'publico' })],
    [
      'a picture cut in its middle',
      ['ARQUIVO_ILEGIVEL'],
      async () => ({ bytes: (await photograph()).subarray(0, 2_000), name: 'a.jpg', type: 'image/jpeg' }),
    ],
    ['a CPF in the name', ['CPF_NO_NOME'], async () => ({ bytes: await textPdf(), name: `${CPF}.pdf` })],
    [
      'a table with a CPF without points',
      ['CPF_NO_TEXTO'],
      () => ({ bytes: 'nome;cpf\nAna;52998224725\n', name: 'a.csv', type: 'text/csv' }),
    ],
    [
      'a table in UTF-16 with a CPF',
      ['CPF_NO_TEXTO'],
      () => ({ bytes: Buffer.from('\uFEFFnome\tcpf\nAna\t52998224725\n', 'utf16le'), name: 'a.txt', type: 'text/plain' }),
    ],
    [
      'a table in UTF-16 that is cut',
      ['ARQUIVO_ILEGIVEL'],
      () => ({ bytes: Buffer.from('\uFEFFórgão', 'utf16le').subarray(0, -1), name: 'a.txt', type: 'text/plain' }),
    ],
    ['bytes that are no text', ['ARQUIVO_ILEGIVEL'], () => ({ bytes: Buffer.from([65, 0, 66, 200]), name: 'a.csv', type: 'text/csv' })],
  ])('refuses %s', async (_name, codes, sent) => {
    const before = await server.rows();
    const answer = await send(await sent());
    expect([answer.status, answer.codes]).toEqual([422, codes]);
    expect([await server.rows(), await server.spooled()]).toEqual([before, []]);
  });

  test.each<readonly [OfficeEnding, string, string]>([
    [
      'docx',
      '<w:p><w:r><w:t>Ata da </w:t></w:r><w:r><w:t>reunião</w:t></w:r></w:p><w:p><w:r><w:t>Fim</w:t></w:r></w:p>',
      'Ata da reunião\nFim',
    ],
    ['xlsx', '<row><c t="inlineStr"><is><t>Ata</t></is></c><c t="s"><v>52998224725</v></c><c><v>12.5</v></c></row>', 'Ata\n\n\n12.5'],
    ['odt', '<text:h>Ata da<text:s/>reunião</text:h><text:p>Fim</text:p>', 'Ata da\nreunião\nFim'],
    ['ods', '<table:table-cell><text:p>Ata</text:p></table:table-cell>', 'Ata'],
  ])('takes a document of kind %s and records its text', async (ending, body, text) => {
    const { status, body: answer } = await send(sentOffice(ending, body));
    expect(status).toBe(201);
    expect(await described(answer.processedFiles?.[0]?.id)).toMatchObject({
      mime: OFFICE_TYPES[ending],
      pesquisavel: true,
      texto_extraido: text,
      confirmacoes: null,
    });
  });

  test('takes a document with pictures, and one with pages that nothing was read of, and says so', async () => {
    const more = { 'word/media/image1.png': 'x', 'word/media/image2.emf': 'x', 'docProps/thumbnail.jpeg': 'x' };
    const written = await send(sentOffice('docx', '<w:p><w:r><w:t>Ata</w:t></w:r></w:p>', more));
    const page = await photograph();
    const bytes = await printed((pdf) => {
      pdf.text('O conselho aprovou por unanimidade a política de investimentos.').addPage().image(page, 0, 0, { width: 400 });
    });
    const { status, body } = await send({ bytes, id: written.body.processedFiles?.[0]?.id ?? '' });
    expect([written.status, status]).toEqual([201, 200]);
    expect([written.body.avisos, body.avisos]).toMatchObject([
      [{ codigo: 'IMAGENS_NAO_VERIFICADAS', mensagem: expect.stringMatching(/ São 2 imagens\.$/), arquivo: 'ata.docx' }],
      [{ codigo: 'PAGINAS_NAO_VERIFICADAS', mensagem: expect.stringMatching(/ Página 2\.$/), arquivo: 'ata.pdf' }],
    ]);
    const kept = await project.rows(
      `select mime, avisos ->> 0 as aviso from arquivo where id = '${body.id}' or substituido_por_id = '${body.id}' order by mime`,
    );
    expect(kept).toEqual([
      { mime: 'application/pdf', aviso: 'PAGINAS_NAO_VERIFICADAS' },
      { mime: OFFICE_TYPES.docx, aviso: 'IMAGENS_NAO_VERIFICADAS' },
    ]);
  });

  test('refuses an office document for what is in it', async () => {
    const sent = sentOffice('docx', `<w:p><w:r><w:t>${CPF}</w:t></w:r></w:p>`, { 'word/vbaProject.bin': 'x' });
    expect((await send(sent)).codes).toEqual(['CPF_NO_TEXTO', 'DOCUMENTO_COM_MACROS']);
  });

  test('refuses a document of Word with macros under any name', async () => {
    const types =
      '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
    for (const name of ['ata.docm', 'ata.docx'])
      expect((await send({ bytes: office('docx', '', { '[Content_Types].xml': types }), name, type: '' })).codes).toEqual([
        'DOCUMENTO_COM_MACROS',
      ]);
  });

  const utf16 = Buffer.from('\uFEFFórgão;valor\nConselho;€ 1.234,56\n', 'utf16le');

  test.each([
    // Byte 0x80 is the euro sign in Windows-1252, and no character in ISO 8859-1.
    ['in the encoding of Windows', Buffer.from('órgão;valor\nConselho;\u0080 1.234,56\n', 'latin1')],
    ['in UTF-16, as Excel writes it', utf16],
    ['in UTF-16 with the higher byte first', Buffer.from(utf16).swap16()],
  ])('publishes a table %s in UTF-8, with the mark that spreadsheets need, and records its text', async (_encoding, bytes) => {
    const { status, body } = await send({ bytes, name: 'a.csv', type: 'application/vnd.ms-excel' });
    expect(status).toBe(201);
    const id = body.processedFiles?.[0]?.id;
    const answer = await fetch(`${server.origin}/v1/files/${id}`, { headers: editor() });
    const published = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(published.toString('utf8')).toBe('\uFEFFórgão;valor\nConselho;€ 1.234,56\n');
    expect(await described(id)).toMatchObject({
      mime: 'text/csv',
      tamanho_bytes: published.length,
      texto_extraido: 'órgão;valor\nConselho;€ 1.234,56',
    });
    await expect.poll(() => server.spooled()).toEqual([]);
  });

  test.each([
    ['in UTF-8', Buffer.from('órgão;valor\nConselho;1\n')],
    ['in UTF-8 with one wrong byte', Buffer.concat([Buffer.from('órgão;valor\nConselho'), Buffer.from([0xe7]), Buffer.from(';1\n')])],
  ])('stores a table %s as it was sent', async (_name, bytes) => {
    const { body } = await send({ bytes, name: 'a.csv', type: 'text/csv' });
    const published = await fetch(`${server.origin}/v1/files/${body.processedFiles?.[0]?.id}`, { headers: editor() });
    expect(Buffer.from(await published.arrayBuffer())).toEqual(bytes);
  });

  test('takes the place of a photograph out of the published file, and keeps it upright', async () => {
    const bytes = await photographWithPlace();
    expect((await sharp(bytes).metadata()).exif?.length).toBeGreaterThan(0);
    const { status, body } = await send({ bytes, name: 'Foto.JPG', type: 'image/jpeg', bucket: 'publico', metadata: { alt: 'Fachada' } });
    expect(status).toBe(201);
    const id = body.processedFiles?.[0]?.id;
    const published = Buffer.from(await (await fetch(`${server.origin}/nhostprovider/${id}`)).arrayBuffer());
    const { exif, width, height, orientation } = await sharp(published).metadata();
    expect({ exif, width, height, orientation }).toEqual({ exif: undefined, width: 200, height: 320, orientation: undefined });
    expect(await described(id)).toMatchObject({ largura: 200, altura: 320, alt: 'Fachada', tamanho_bytes: published.length });
    await expect.poll(() => server.spooled()).toEqual([]);
  });

  test('stores a photograph without a place as it was sent', async () => {
    const bytes = await photograph();
    const { body } = await send({ bytes, name: 'a.jpg', type: 'image/jpeg', bucket: 'publico' });
    const published = await (await fetch(`${server.origin}/nhostprovider/${body.processedFiles?.[0]?.id}`)).arrayBuffer();
    expect(Buffer.from(published).equals(bytes)).toBe(true);
  });

  test('keeps what a replaced file was as a file of its own, with its description', async () => {
    const first = await textPdf(1, 'Primeira versão');
    const id = (await send({ bytes: first, name: 'ata.pdf', metadata: { alt: 'Ata' } })).body.processedFiles?.[0]?.id ?? '';
    const before = await described(id);
    const { status, body } = await send({ bytes: await textPdf(3, 'Segunda versão'), name: 'ata-2.pdf', id });
    expect([status, body.id]).toEqual([200, id]);
    expect(await described(id)).toMatchObject({ nome: 'ata-2.pdf', paginas: 3, alt: 'Ata', substituido_por_id: null });
    const [version] = await project.rows(`select id from arquivo where substituido_por_id = '${id}'`);
    expect(await described(String(version?.['id']))).toEqual({ ...before, substituido_por_id: id });
    const kept = await fetch(`${server.origin}/v1/files/${String(version?.['id'])}`, { headers: editor() });
    expect(Buffer.from(await kept.arrayBuffer()).equals(first)).toBe(true);
    // The public sees it when something public refers to it.
    expect((await fetch(`${server.origin}/v1/files/${String(version?.['id'])}`)).status).toBe(404);
  });

  test('makes no version of the same bytes, and changes nothing where the new ones are refused', async () => {
    const bytes = await textPdf(1, 'Uma versão');
    const id = (await send({ bytes })).body.processedFiles?.[0]?.id ?? '';
    const before = await described(id);
    expect((await send({ bytes, id })).status).toBe(200);
    expect((await send({ bytes: await textPdf(1, CPF), id })).status).toBe(422);
    expect(await described(id)).toEqual(before);
    expect(await project.rows(`select 1 from arquivo where substituido_por_id = '${id}'`)).toEqual([]);
  });

  test('deletes an unused file with its description, and refuses to delete one that is used', async () => {
    const id = (await send({ bytes: await photograph(), name: 'a.jpg', type: 'image/jpeg' })).body.processedFiles?.[0]?.id ?? '';
    const remove = (): Promise<Response> => fetch(`${server.origin}/v1/files/${id}`, { method: 'DELETE', headers: editor() });
    await project.rows(`insert into noticia (slug, titulo, imagem_id) values ('x', 'x', '${id}')`);
    expect((await remove()).status).toBe(400);
    await project.rows(`delete from noticia where imagem_id = '${id}'`);
    expect((await remove()).status).toBe(204);
    expect(await described(id)).toBeUndefined();
  });
});
