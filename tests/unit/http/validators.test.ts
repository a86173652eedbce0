import { describe, expect, it } from 'vitest';
import { entityTag } from '../../../server/http/validators.ts';

describe('a validator', () => {
  it('changes with the body and with each field that counts', () => {
    const body = Buffer.from('a');
    const tags = [
      entityTag(body),
      entityTag(Buffer.from('b')),
      entityTag(body, 'csp 1'),
      entityTag(body, 'csp 2'),
      entityTag(body, 'csp ', '1'),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    expect(entityTag(body, 'csp 1')).toBe(entityTag(body, 'csp 1'));
  });
});
