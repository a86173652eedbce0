/** What the readers of the inspection process find in office documents, and what they take out of pictures; without the process. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officeFacts } from '../../../server/files/inspection/office-facts.ts';
import { pictureFacts } from '../../../server/files/inspection/picture-facts.ts';
import { findingsOf } from '../../../server/files/inspection/verdict.ts';
import { CPF, office, pictureWithMetadata } from './documents.ts';

/** The CPF in the runs that a program makes of one that was typed with a pause. */
const [BEGUN, ENDED] = [CPF.slice(0, 7), CPF.slice(7)];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leitura-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sheet = (first: string, second: string): string => `<row r="1">${first}</row><row r="2">${second}</row>`;
const odsText = (text: string, times = 1): string =>
  `<table:table-cell office:value-type="string" table:number-columns-repeated="${times}"><text:p>${text}</text:p></table:table-cell>`;

describe('an office document', () => {
  async function codesOf(bytes: Uint8Array): Promise<readonly string[]> {
    const file = path.join(folder, 'documento');
    await writeFile(file, bytes);
    return findingsOf('ata.docx', await officeFacts(file)).map(({ code }) => code);
  }

  test.each<readonly [string, string, Uint8Array]>([
    ['a text in runs', 'CPF_NO_TEXTO', office('docx', `<w:p><w:r><w:t>${BEGUN}</w:t></w:r><w:r><w:t>${ENDED}</w:t></w:r></w:p>`)],
    ['a deleted text', 'CPF_NO_TEXTO', office('docx', `<w:p><w:del><w:r><w:delText>${CPF}</w:delText></w:r></w:del></w:p>`)],
    ['a comment', 'CPF_NO_TEXTO', office('docx', '', { 'word/comments.xml': `<w:comments><w:p><w:t>${CPF}</w:t></w:p></w:comments>` })],
    [
      'a part in UTF-16',
      'CPF_NO_TEXTO',
      office('docx', '', { 'word/header1.xml': Buffer.from(`\ufeff<w:hdr><w:t>${CPF}</w:t></w:hdr>`, 'utf16le') }),
    ],
    ['a cell with a number', 'CPF_NO_TEXTO', office('xlsx', '<row><c><v>52998224725</v></c></row>')],
    [
      'a shared text',
      'CPF_NO_TEXTO',
      office('xlsx', '', { 'xl/sharedStrings.xml': `<sst><si><r><t>${BEGUN}</t></r><r><t>${ENDED}</t></r></si></sst>` }),
    ],
    ['the properties of a document', 'CPF_NO_TEXTO', office('xlsx', '', { 'docProps/core.xml': `<p><dc:creator>${CPF}</dc:creator></p>` })],
    ['a paragraph of ODT', 'CPF_NO_TEXTO', office('odt', `<text:p>${BEGUN}<text:span>${ENDED}</text:span></text:p>`)],
    [
      'the value of a cell of ODS',
      'CPF_NO_TEXTO',
      office('ods', '<table:table-cell office:value="52998224725"><text:p>5,3E+10</text:p></table:table-cell>'),
    ],
    [
      'a number that lost its zero, below a shared heading',
      'CPF_NO_TEXTO',
      office('xlsx', sheet('<c r="B1" t="s"><v>1</v></c>', '<c r="A2"><v>7</v></c><c r="B2"><f>A9</f><v>1.23456789E9</v></c>'), {
        'xl/sharedStrings.xml': '<sst><si><t>Nome</t></si><si><t>CPF do titular</t></si></sst>',
      }),
    ],
    [
      'a number that lost two zeros, below a heading in its cell',
      'CPF_NO_TEXTO',
      office('xlsx', sheet('<c r="C1" t="inlineStr"><is><t>Nº CPF</t></is></c>', '<c r="C2"><v>123456797</v></c>')),
    ],
    [
      'a number that lost its zero, below a heading of ODS',
      'CPF_NO_TEXTO',
      office(
        'ods',
        `<table:table><table:table-row>${odsText('Nome', 2)}${odsText('CPF')}</table:table-row>
        <table:table-row>${odsText('Rita')}${odsText('')}<table:table-cell office:value-type="float" office:value="1234567890"><text:p>1234567890</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    ],
    ['macros', 'DOCUMENTO_COM_MACROS', office('docx', '', { 'word/vbaProject.bin': 'x' })],
    ['macros of LibreOffice', 'DOCUMENTO_COM_MACROS', office('ods', '', { 'Basic/Standard/Modulo1.xml': '<a/>' })],
    ['old macros of spreadsheets', 'DOCUMENTO_COM_MACROS', office('xlsx', '', { 'xl/macrosheets/sheet1.xml': '<a/>' })],
    [
      'a template of another machine',
      'DOCUMENTO_COM_MACROS',
      office('docx', '', {
        'word/_rels/settings.xml.rels':
          '<Relationships><Relationship Type="http://x/attachedTemplate" Target="https://mal.example/a.dotm" TargetMode="External"/></Relationships>',
      }),
    ],
    ['another file', 'DOCUMENTO_COM_ANEXOS', office('docx', '', { 'word/embeddings/Planilha1.xlsx': 'x' })],
    ['a password', 'ARQUIVO_PROTEGIDO', office('odt', '', { 'META-INF/manifest.xml': '<m:manifest><m:encryption-data/></m:manifest>' })],
    ['a damaged end', 'ARQUIVO_ILEGIVEL', office('docx', '').subarray(0, -30)],
  ])('an office document with %s is reported: %s', async (_name, code, bytes) => {
    expect(await codesOf(bytes)).toEqual([code]);
  });

  test.each<readonly [string, Uint8Array]>([
    ['in another column', office('xlsx', sheet('<c r="B1" t="str"><v>CPF</v></c>', '<c r="C2"><v>1234567890</v></c>'))],
    ['with another heading', office('xlsx', sheet('<c r="B1" t="str"><v>Processo</v></c>', '<c r="B2"><v>1234567890</v></c>'))],
    ['that is no CPF', office('xlsx', sheet('<c r="B1" t="str"><v>CPF</v></c>', '<c r="B2"><v>1234567891</v></c>'))],
    ['that is a fraction', office('xlsx', sheet('<c r="B1" t="str"><v>CPF</v></c>', '<c r="B2"><v>1234567890.5</v></c>'))],
    ['above the heading', office('xlsx', sheet('<c r="B1"><v>1234567890</v></c>', '<c r="B2" t="str"><v>CPF</v></c>'))],
    [
      'below a sentence that names the CPF',
      office(
        'xlsx',
        sheet(
          '<c r="B1" t="str"><v>O valor pago a quem informou o CPF no ato da inscrição do programa</v></c>',
          '<c r="B2"><v>1234567890</v></c>',
        ),
      ),
    ],
    [
      'whose column is a heading on another sheet',
      office('xlsx', sheet('<c r="B1" t="str"><v>CPF</v></c>', ''), {
        'xl/worksheets/sheet2.xml': sheet('', '<c r="B2"><v>1234567890</v></c>'),
      }),
    ],
  ])('an office document with a number of ten digits %s may be published', async (_name, bytes) => {
    expect(await codesOf(bytes)).toEqual([]);
  });

  test('an office document that unpacks to more than any real one is given up', async () => {
    const bytes = office('docx', `<w:p><w:r><w:t>${'a'.repeat(10_000_001)}</w:t></w:r></w:p>`);
    expect(bytes.length).toBeLessThan(100_000);
    expect(await codesOf(bytes)).toEqual(['VERIFICACAO_DEMOROU']);
  });
});

describe('a picture', () => {
  test.each(
    (['jpeg', 'png', 'webp', 'avif'] as const).flatMap((format) =>
      (['place', 'camera', 'xmp'] as const).map((what) => [format, what] as const),
    ),
  )('a picture of type %s loses its metadata: %s', async (format, what) => {
    const [file, cleanedPath] = [path.join(folder, 'imagem'), path.join(folder, 'limpa')];
    await writeFile(file, await pictureWithMetadata(format, what));
    const before = await sharp(file).metadata();
    expect([before.exif, before.xmp].some((block) => block !== undefined)).toBe(true);
    expect(await pictureFacts({ kind: 'picture', path: file, cleanedPath })).toEqual({
      kind: 'picture',
      width: 320,
      height: 200,
      isCleaned: true,
    });
    const { exif, xmp, iptc, comments, width, height, format: kept } = await sharp(cleanedPath).metadata();
    expect({ exif, xmp, iptc, comments, width, height }).toEqual({ width: 320, height: 200 });
    expect(kept).toBe(before.format);
  });
});
