import { expect, test } from 'vitest';
import { COMPLEMENT_PATH, isFormWithFiles, STAFF_REGISTRATION_PATH, SUBMISSION_PATHS } from '../../../../shared/cases/addresses.ts';

const MULTIPART = 'multipart/form-data; boundary=x';

test.each([SUBMISSION_PATHS.ouvidoria, COMPLEMENT_PATH, STAFF_REGISTRATION_PATH, `${SUBMISSION_PATHS.sic}?a=b`])(
  'a form that may hold files is known by its address and type: %s',
  (target) => {
    expect(isFormWithFiles(target, MULTIPART)).toBe(true);
    expect(isFormWithFiles(target, 'Multipart/Form-Data;boundary=x')).toBe(true);
  },
);

test.each([
  [SUBMISSION_PATHS.ouvidoria, 'application/x-www-form-urlencoded'],
  [SUBMISSION_PATHS.ouvidoria, undefined],
  [SUBMISSION_PATHS.ouvidoria, 'multipart/form-database'],
  ['/_casosnovos/mensagem', MULTIPART],
  ['/v1/graphql', MULTIPART],
])('nothing else is one: %s as %s', (target, type) => {
  expect(isFormWithFiles(target, type)).toBe(false);
});
