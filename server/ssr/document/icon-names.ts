/** An Iconify name: collection and icon. */
const ICON_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*:[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The browser's loader fetches what a page names beyond this number of different icons. */
const MAX_ICONS = 60;

/** Returns the names of the icons that data asks for: the values of its `icone` fields. */
export function iconNames(values: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || names.size >= MAX_ICONS) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === 'icone' && typeof child === 'string' && ICON_NAME.test(child)) names.add(child);
      else visit(child);
    }
  };
  for (const value of values) visit(value);
  return [...names].sort();
}
