/** Required cases of the public suite that the edge fails, each with the reason. A case that passes must not be listed. */
const AGE =
  'The case precedes RFC 9111, which uses the first member of a list and ignores a value that is not a number (§5.1). Later editions of the suite follow it.';
const HANG_UP =
  'The origin closes its connection and no stale response may be sent, so the edge answers 502. The suite takes every response without its own header for a stored one, so no proxy can pass. Later editions accept any response without that header.';

export const EXEMPTIONS: Readonly<Record<string, string>> = {
  'age-parse-nonnumeric': AGE,
  'age-parse-negative': AGE,
  'age-parse-float': AGE,
  'age-parse-prefix-twoline': AGE,
  'age-parse-dup-0': AGE,
  'age-parse-dup-0-twoline': AGE,
  'age-parse-dup-old': AGE,
  'age-parse-parameter': AGE,
  'age-parse-numeric-parameter': AGE,
  'stale-close-must-revalidate': HANG_UP,
  'stale-close-proxy-revalidate': HANG_UP,
  'stale-close-no-cache': HANG_UP,
  'stale-close-s-maxage=2': HANG_UP,
  '304-etag-update-response-ETag':
    'The case expects a 304 with another strong tag to update the stored response, which RFC 9111 §4.3.4 forbids. In later editions the case is optional.',
};
