/** Addresses of the digest of who answers cases. They stand apart from those of the session, which every page loads. */
import { CASES_PATH } from '../cases/addresses.ts';
import { ACCOUNT_ADDRESS, DONE_PARAMETER, SESSION_PATH } from './session-address.ts';

/** Switches the digest of who answers cases on or off for the person (POST). */
export const OWN_DIGEST_PATH = `${SESSION_PATH}/digest`;

/** Value of `DONE_PARAMETER` that says that it was switched. */
export const DIGEST_CHOSEN = 'resumo';

/** Element id of the digest on the account's page, and the address of that page after it was switched. */
export const DIGEST_SECTION = 'resumo';
export const DIGEST_CHOSEN_ADDRESS = `${ACCOUNT_ADDRESS}&${DONE_PARAMETER}=${DIGEST_CHOSEN}#${DIGEST_SECTION}`;

/** With a token behind it: a page with one button that ends the digest of who answers cases (GET), and what the button does (POST). */
export const DIGEST_LEAVE_PATH = `${CASES_PATH}/resumo`;
