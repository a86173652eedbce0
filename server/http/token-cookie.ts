/** The cookie that holds the sign-in token (specification section 6); its name is the one the site has always used. */
export const TOKEN_COOKIE = 'apollo:default.token';

/** A token is one word of visible ASCII, or a scheme and a word; a request head holds no more than this anyway. */
const TOKEN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)?$/;
const MAX_TOKEN_LENGTH = 8_192;

/** Returns the value of the `Authorization` field that the cookie of a request stands for, or null when it holds no usable token. */
export function authorizationOf(cookieField: string | undefined): string | null {
  const token = tokenIn(cookieField ?? '');
  if (token === null || token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return null;
  return token.includes(' ') ? token : `Bearer ${token}`;
}

/** RFC 6265 §4.2.1: pairs are separated by `;` and a space, a name ends at its first `=`; the value may hold more of them. */
function tokenIn(cookieField: string): string | null {
  for (const pair of cookieField.split(';')) {
    const mark = pair.indexOf('=');
    if (mark !== -1 && pair.slice(0, mark).trim() === TOKEN_COOKIE) return decoded(pair.slice(mark + 1).trim());
  }
  return null;
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value.replace(/^"(.*)"$/, '$1'));
  } catch {
    // A value that is not percent-encoding was not written by us; without it the visitor is anonymous.
    return null;
  }
}
