/** Required cases of the public suite that the edge does not pass, each with the reason. A case that passes may not stay here. */
const AGE =
  'The case is older than RFC 9111, whose §5.1 says to count the first member of a list and to ignore a value that is no number; later editions of the suite want that.';
const HANG_UP =
  'The origin hangs up and nothing may be served stale, so the edge answers 502; the suite takes every answer that lacks its own header for a stored one, so no proxy can pass. Later editions take any answer without that header.';

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
    'The case wants a response freshened by a 304 with another strong tag, which RFC 9111 §4.3.4 forbids: such a 304 updates nothing. Later editions only ask.',
};
