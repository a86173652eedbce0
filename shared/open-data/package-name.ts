/** The files inside a package of documents: how many, and their names: plain letters on every system, never a path, never twice the same. */
import { foldText } from '../locale/fold.ts';

/** Most files that a list has as one package: those of a busy year. */
export const MOST_PACKED_FILES = 500;

/** Characters of a name without its ending; Windows bounds whole paths to 260. */
const LONGEST = 80;

/** Names of devices, which Windows does not take for files. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

const ENDING = /^(.+)\.([A-Za-z0-9]{1,8})$/s;

/** Returns `{key}-{name}.{ending}`: the key, such as the number of the document, makes it unique among rows, `names` among the files of one. */
export function packageName(rowKey: number | string, name: string, names: Set<string>): string {
  const [, written = name, ending = ''] = ENDING.exec(name) ?? [];
  const stem = plain(written).slice(0, LONGEST);
  const base = `${rowKey}-${stem === '' || DEVICE.test(stem) ? 'arquivo' : stem}`;
  for (let number = 1; ; number += 1) {
    const unique = `${base}${number === 1 ? '' : `-${number}`}${ending === '' ? '' : `.${ending.toLowerCase()}`}`;
    if (names.has(unique)) continue;
    names.add(unique);
    return unique;
  }
}

function plain(text: string): string {
  return foldText(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
