/** The fields that every answer of the site carries, whatever made it; by https HSTS beside them. */
export const SECURITY_FIELDS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

export const HSTS = { 'strict-transport-security': 'max-age=31536000' };
