/** The public HTTP cache test suite on connections that are closed after each request, which are all answered behind Node's parser. */
import { describeSuite } from './described-suite.ts';

await describeSuite({ isDirect: false });
