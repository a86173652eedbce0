/**
 * Small pictures of components as they looked when they were last approved. A picture is a coarse grid, so that another version of the
 * browser may draw letters otherwise, and it takes a few hundred bytes; what loses its colour, its place or its size differs.
 *
 * The command of `ADVICE` writes what is seen now in place of what was approved.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Cells on each side of a picture. */
const SIDE = 24;

/** What a channel of a cell may differ by, of 255, where letters are drawn otherwise. */
const LETTERS = 20;

/** Share of the cells that may differ by more. */
const SHARE = 0.02;

/** Share of its height by which a component may be lower or higher. */
const HEIGHT_SHARE = 0.03;

/** What is said beside each difference. */
const ADVICE = 'if that is right, APPROVE_LOOKS=1 npm test -- tests/e2e/measures/gallery.test.ts';

interface Look {
  readonly height: number;
  /** A PNG in base64. */
  readonly picture: string;
}

export interface Looks {
  /** Returns what differs from the approved look; null where nothing does. */
  compare(name: string, part: Locator): Promise<string | null>;
  /** Writes what was seen where it is approved by this run; else returns approved looks that nothing was compared with. */
  finish(): Promise<readonly string[]>;
}

/** Opens the looks of a theme, which are in a file beside this one. */
export async function openLooks(theme: string): Promise<Looks> {
  const file = path.join(import.meta.dirname, 'looks', `${theme}.json`);
  const approves = process.env['APPROVE_LOOKS'] === '1';
  const approved = (existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}) as Readonly<Record<string, Look>>;
  const seen = new Map<string, Look>();
  return {
    async compare(name, part) {
      const { picture, height, cells } = await lookAt(part);
      seen.set(name, { height, picture: picture.toString('base64') });
      if (approves) return null;
      const before = approved[name];
      if (before === undefined) return `nobody has approved of its look; ${ADVICE}`;
      if (Math.abs(height - before.height) > HEIGHT_SHARE * before.height)
        return `it is ${height} px high, not ${before.height}; ${ADVICE}`;
      const share = differingShare(cells, await cellsOf(Buffer.from(before.picture, 'base64')));
      return share > SHARE ? `${Math.round(share * 100)} of 100 places have other colours; ${ADVICE}` : null;
    },
    async finish() {
      if (!approves) return Object.keys(approved).filter((name) => !seen.has(name));
      const looks = Object.fromEntries([...seen].sort(([one], [other]) => (one < other ? -1 : 1)));
      await writeFile(file, `${JSON.stringify(looks, null, 2)}\n`);
      return [];
    },
  };
}

async function lookAt(part: Locator): Promise<{ readonly picture: Buffer; readonly height: number; readonly cells: Buffer }> {
  const screenshot = sharp(await part.screenshot({ scale: 'css', animations: 'disabled' }));
  const { height } = await screenshot.metadata();
  const picture = await screenshot.resize({ width: SIDE, height: SIDE, fit: 'fill' }).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
  return { picture, height, cells: await cellsOf(picture) };
}

function cellsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}

function differingShare(one: Buffer, other: Buffer): number {
  let differing = 0;
  for (let at = 0; at < one.length; at += 3) {
    const differs = [0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > LETTERS);
    if (differs) differing += 1;
  }
  return differing / (one.length / 3);
}
