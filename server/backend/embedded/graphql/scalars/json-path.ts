/** The `path` argument of json columns: `$`, `a.b`, `a[0]`, `['k']`, `["k"]`; a dot may stand before each step, `$.` is optional. */
import { validationFault } from '../errors.ts';

const STEP = /^(?:\.?(?<name>[^.[\]'"\s]+)|\.?\[(?<index>-?\d+)\]|\.?\['(?<single>[^']*)'\]|\.?\["(?<double>[^"]*)"\])/;
// Postgres itself has no limit; a path of this depth is no path of a content site.
const MAX_STEPS = 64;

/** Returns the steps of a path; an empty list is the whole value. @throws GraphqlFault validation-failed */
export function parseJsonPath(text: string, path: string): readonly string[] {
  const steps: string[] = [];
  let rest = text.trim().replace(/^\$\.?/, '');
  while (rest !== '') {
    const match = STEP.exec(rest);
    const groups = match?.groups;
    if (match === null || groups === undefined || steps.length >= MAX_STEPS) {
      throw validationFault(`parse json path error: "${text}" is not a path into a json value`, path);
    }
    steps.push(groups['name'] ?? groups['index'] ?? groups['single'] ?? groups['double'] ?? '');
    rest = rest.slice(match[0].length);
  }
  return steps;
}
