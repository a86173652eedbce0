/**
 * Parts that look the same on many pages: bar, menus and footer are half of a page's elements. The server remembers the inner HTML of each
 * from one page and writes it into the next instead of rendering it. The browser always renders, and hydrates the same markup.
 */
import { type Context, createContext } from 'react';

export type FixedPartName = 'barra' | 'menu' | 'menuLai' | 'rodape' | 'atalhos' | 'atendimento';

/** Inner HTML by part. */
export type FixedPartsHtml = Readonly<Partial<Record<FixedPartName, string>>>;

/** What an earlier page with the same parts left; empty in the browser, on the first such page, and where the switch is off. */
export const FixedPartsContext: Context<FixedPartsHtml> = createContext<FixedPartsHtml>({});

/** Attribute of a part inside a page's content, which is a `div`; its value is the part's name. */
export const FIXED_PART_ATTRIBUTE = 'data-fixa';
