/**
 * Times the sanitiser of editors' HTML on texts that were made to take long, each in two sizes:
 *
 *   node tests/bench/sanitizer.ts [--length 100000]
 *
 * The second text is four times as long as the first. A ratio of 4 is linear, one of 16 grows with the square of the length. Times are
 * milliseconds of processor time, the best of three.
 */
import { parseArgs } from 'node:util';
import { replaceHtmlValues } from '../../server/backend/sanitize/html-values.ts';
import { sanitizeHtml } from '../../server/backend/sanitize/sanitize-html.ts';

const GROWTH = 4;
const ROUNDS = 3;

type Make = (length: number) => string;

function repeated(...units: readonly string[]): Make {
  const unitsLength = units.join('').length;
  return (length) => units.map((unit) => unit.repeat(Math.ceil(length / unitsLength))).join('');
}

const TEXTS: Readonly<Record<string, Make>> = {
  words: repeated('palavra '),
  paragraphs: repeated('<p>a</p>'),
  'open elements': repeated('<i>'),
  'end tags of nothing': repeated('<i>', '</x>'),
  'empty paragraphs': repeated('<p></p>ab'),
  'one heading': repeated('<h2>a</h2>'),
  'one id': repeated('<h2 id=a>a</h2>'),
  'open headings': repeated('<h2>a'),
  'empty headings': repeated('<h2><h3>a</h2>'),
  'list items': repeated('<li>a'),
  'table heads': repeated('<th> '),
  pictures: repeated('<img src=/nhostprovider/0f8fad5b-d9cb-469f-a165-70867728950e>'),
  'less-than signs': repeated('<'),
  ampersands: repeated('&'),
  attributes: (length) => `<a ${repeated('b ')(length)}>`,
  'frames in frames': repeated('<iframe>'),
  'raw text': repeated('<noscript></p>'),
};

const ANSWERS: Readonly<Record<string, Make>> = {
  'answer of underscores': (length) => JSON.stringify({ titulo: '_'.repeat(length) }),
  'answer of a long value': (length) => JSON.stringify({ corpo_html: '"'.repeat(length) }),
};

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function best(work: () => void): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => processorTime(work)));
}

function report(name: string, work: (length: number) => () => void, length: number): void {
  const [short, long] = [best(work(length)), best(work(length * GROWTH))];
  process.stdout.write(
    `${name.padEnd(28)} ${short.toFixed(1).padStart(8)} ${long.toFixed(1).padStart(8)} ${(long / short).toFixed(1).padStart(6)}\n`,
  );
}

const { values } = parseArgs({ options: { length: { type: 'string', default: '100000' } } });
const length = Number(values.length);
process.stdout.write(`${'milliseconds'.padEnd(28)} ${String(length).padStart(8)} ${String(length * GROWTH).padStart(8)}  ratio\n`);
for (const [name, make] of Object.entries(TEXTS)) {
  report(
    name,
    (size) => {
      const html = make(size);
      return () => void sanitizeHtml(html, 'corpo');
    },
    length,
  );
}
for (const [name, make] of Object.entries(ANSWERS)) {
  report(
    name,
    (size) => {
      const json = make(size);
      return () => void replaceHtmlValues(json, (_column, literal) => literal);
    },
    length * 10,
  );
}
