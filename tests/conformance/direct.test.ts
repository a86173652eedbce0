/** The public HTTP cache test suite on connections that are kept alive, with stored responses answered at the socket. */
import { describeSuite } from './described-suite.ts';

await describeSuite({ isDirect: true });
