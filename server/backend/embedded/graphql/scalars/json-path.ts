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
    if (match === null || steps.length >= MAX_STEPS) {
      throw validationFault(`parse json path error: "${text}" is not a path into a json value`, path);
    }
    // One of the groups has found something, and the others join as nothing.
    const [written, ...step] = match;
    steps.push(step.join(''));
    rest = rest.slice(written.length);
  }
  return steps;
}
