/** What browsers have today and the oldest ones of decision 0152 do not, in the few forms that the site needs. */

/** Parses an address; null for what is none. As `URL.parse`, which browsers of 2023 lack. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Writes a query with its `?`; nothing where it is empty. Browsers of 2022 do not tell the size of a query. */
export function withMark(query: URLSearchParams): string {
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
