import { type IconName, parseIconName } from '../../shared/icons/icons-url.ts';
import { findIcon, type Icon, type IconCollections } from './collections.ts';

type IconsByName = Readonly<Record<IconName, Icon>>;

export interface IconSource {
  /** Returns the icons of `names` (`lucide:landmark`); unknown and malformed names are left out. */
  iconsFor(names: Iterable<string>): IconsByName;
}

/** Makes the source of the icons that a page embeds, so that they are drawn with the page and not after it. */
export function createIconSource(collections: IconCollections): IconSource {
  return {
    iconsFor(names) {
      const found: Record<IconName, Icon> = {};
      for (const text of new Set(names)) {
        const parsed = parseIconName(text);
        const collection = parsed === null ? undefined : collections.get(parsed.collection);
        const icon = parsed === null || collection === undefined ? null : findIcon(collection(), parsed.name);
        if (parsed !== null && icon !== null) found[`${parsed.collection}:${parsed.name}`] = icon;
      }
      return found;
    },
  };
}
