import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawIcon, ICON_PICTURES, readFavicon } from '../../../server/tooling/icons.ts';

async function pixels(png: Buffer): Promise<{ readonly data: Buffer; readonly width: number }> {
  const { data, info } = await sharp(png).flatten({ background: '#fff' }).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
}

it.each(ICON_PICTURES)('$file is drawn from the favicon: run `node server/tooling/icons.ts` after a change', async (picture) => {
  const committed = await pixels(await readFile(path.resolve('public', picture.file)));
  const drawn = await pixels(await drawIcon(await readFavicon(), picture));
  expect([committed.width, drawn.width]).toEqual([picture.size, picture.size]);
  // Edges of lines differ by a few shades between versions of the library.
  const difference = drawn.data.reduce((sum, value, index) => sum + Math.abs(value - (committed.data[index] ?? 0)), 0);
  expect(difference / drawn.data.length).toBeLessThan(1);
});

it.each(ICON_PICTURES.filter(({ isSquare }) => isSquare))('the plate of $file fills its corners', async (picture) => {
  const { data, width } = await pixels(await drawIcon(await readFavicon(), picture));
  const colourAt = (x: number): number[] => [...data.subarray(3 * x, 3 * x + 3)];
  expect(colourAt(0)).toEqual(colourAt(width / 2));
});

it('refuses a drawing without a coloured plate', async () => {
  const [picture] = ICON_PICTURES;
  if (picture === undefined) throw new Error('there are no pictures');
  await expect(drawIcon('<svg xmlns="http://www.w3.org/2000/svg"/>', picture)).rejects.toThrow('plate');
});
