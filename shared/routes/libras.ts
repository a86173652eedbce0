/**
 * The translator into Libras is a program of another site that wants more than the policy of our pages allows. A visitor who asks for it loads the same page
 * once more with this parameter, under a policy of its own (decision 0131).
 */
import type { DocumentPolicy, RouteInput, SearchParameter } from './types.ts';

/** The start module of a page needs no more than this, so nothing here may bring more along. */
export const LIBRAS_NAME = 'libras';

/** Every page with the site's frame has it. */
export const LIBRAS_PARAMETER: SearchParameter = { name: LIBRAS_NAME, maxLength: 1, form: /^1$/ };

/** Returns the policy of the document of a page. */
export function documentPolicyOf(
  { documentPolicy }: { readonly documentPolicy: DocumentPolicy },
  { search }: Pick<RouteInput, 'search'>,
): DocumentPolicy {
  return search[LIBRAS_NAME] === undefined ? documentPolicy : 'libras';
}
