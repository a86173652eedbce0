/** The browser of an editor for a whole day, and what the public reads of it meanwhile. */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { routePath } from '../../../shared/routes/url.ts';
import { axeViolations, newVisit } from '../pages.ts';
import { type Screens, screensOf } from './desk.ts';

const LIST = routePath('noticias');

interface PublicAnswer {
  readonly status: number;
  readonly text: string;
  /** How the edge answered (RFC 9211). */
  readonly from: string;
}

export interface WorkingDay extends Pick<Screens, 'open'> {
  readonly page: Page;
  /** Reads a page as the public does. */
  readonly read: (path: string) => Promise<PublicAnswer>;
  /** Titles of the public list of news. */
  readonly titlesOnList: () => Promise<readonly string[]>;
  /** Waits until the edge has each of these. */
  readonly stored: (...paths: readonly string[]) => Promise<void>;
  /** Opens the form at `path` of the application. */
  readonly openForm: (path: string) => Promise<void>;
  /** Saves a row that exists. */
  readonly save: () => Promise<void>;
  /** Saves a new row; returns its key. */
  readonly create: () => Promise<string>;
  /** What went wrong on the page since the last call, without what holds one of these words. */
  readonly troubles: (...expected: readonly string[]) => readonly string[];
  /** Checks the screen by axe, on a day that is checked. */
  readonly isAccessible: () => Promise<void>;
}

/** Opens the browser, in a time zone that is neither the institution's nor the database's. It closes with `browser`. */
export async function beginDay(
  browser: Browser,
  site: { readonly url: string },
  { withAxe }: { readonly withAxe: boolean },
): Promise<WorkingDay> {
  const visit = await newVisit(browser, { timezoneId: 'Asia/Tokyo' });
  const { page, troubles } = visit;
  const { open } = screensOf(visit, site);
  let isFrameChecked = false;
  const read = async (path: string): Promise<PublicAnswer> => {
    const answer = await fetch(site.url + path);
    return { status: answer.status, text: await answer.text(), from: answer.headers.get('cache-status') ?? '' };
  };
  const press = (): Promise<void> => page.getByRole('button', { name: 'Salvar' }).click();
  return {
    page,
    open,
    read,
    titlesOnList: async () => [...(await read(LIST)).text.matchAll(/<h[23][^>]*>(?:<[^>]+>)*([^<]+)/g)].map(([, title = '']) => title),
    stored: async (...paths) => {
      for (const path of paths) await expect.poll(async () => (await read(path)).from).toMatch(/; hit/);
    },
    openForm: async (path) => {
      await open(path);
      await page.getByRole('button', { name: 'Salvar' }).waitFor();
    },
    save: async () => {
      const saved = page.getByText('Salvo', { exact: true });
      // That of a save before stands for some seconds.
      await saved.waitFor({ state: 'hidden' });
      await press();
      await saved.waitFor();
    },
    create: async () => {
      await press();
      await page.waitForURL(/\/\d+$/);
      // The address changes before the form of the new row is taken away, and what is pressed there goes with it.
      await page.getByRole('button', { name: 'Versões' }).waitFor();
      return page.url().slice(page.url().lastIndexOf('/') + 1);
    },
    troubles: (...expected) => troubles.splice(0).filter((trouble) => !expected.some((words) => trouble.includes(words))),
    isAccessible: async () => {
      if (!withAxe) return;
      // The frame is that of the first screen, which no dialog covers.
      const options = isFrameChecked && (await page.getByRole('dialog').count()) === 0 ? ({ without: 'frame' } as const) : {};
      // What fades in has its contrast when it stands.
      await expect.poll(() => axeViolations(page, options)).toEqual([]);
      isFrameChecked ||= new URL(page.url()).pathname.startsWith('/admin/app');
    },
  };
}
