import { describe, expect, it } from 'vitest';
import { paragraphsOf } from '../../../shared/html/readable-text.ts';

const FULL = 'O Conselho aprovou a política de investimentos do exercício e determinou a sua';

describe('paragraphsOf', () => {
  it.each([
    ['joins a full line with the next one', `${FULL}\npublicação.`, [`${FULL} publicação.`]],
    ['ends a paragraph at an empty line', `${FULL}\n\npublicação.`, [FULL, 'publicação.']],
    ['keeps a short line apart', 'ATA DA REUNIÃO\nAos três dias', ['ATA DA REUNIÃO', 'Aos três dias']],
    ['keeps a line apart that ends a sentence', `${FULL} publicação.\nNada mais.`, [`${FULL} publicação.`, 'Nada mais.']],
    ['begins an item anew', `${FULL}\n- publicação`, [FULL, '- publicação']],
    ['begins an article of a law anew', `${FULL}\nArt. 2º Fica`, [FULL, 'Art. 2º Fica']],
    ['joins a word that was parted', `${FULL} regularmente previden-\nciária.`, [`${FULL} regularmente previdenciária.`]],
    ['keeps a hyphen before a name', `${FULL} no eixo Brasil-\nPortugal.`, [`${FULL} no eixo Brasil- Portugal.`]],
    ['finds nothing in blanks', ' \n \n', []],
  ])('%s', (_case, text, paragraphs) => {
    expect(paragraphsOf(text)).toEqual(paragraphs);
  });
});
