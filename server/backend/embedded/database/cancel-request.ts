/**
 * The cancel request of the Postgres protocol (PostgreSQL manual, "Canceling Requests in Progress"): a connection of its own that carries the
 * process and the secret of the one to cancel. It needs no session, so it also works while the server refuses further connections, and a
 * connection pooler passes it on to the right server process.
 */
import pg from 'pg';

const ANSWER_LIMIT_MS = 5_000;

/** What `pg` keeps of a connection and does not declare: the server's BackendKeyData, absent behind servers that send none. */
interface CancelKey {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

interface CancelConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/**
 * Asks the server to cancel what `client` runs. Resolves when the server has signalled the process: the request then no longer reaches a
 * statement that is sent later. @throws when the server could not be reached or did not confirm in time.
 */
export async function sendCancelRequest(config: pg.ClientConfig, client: pg.ClientBase): Promise<void> {
  const { processID, secretKey } = client as unknown as CancelKey;
  if (processID === null || secretKey === null) throw new Error('the server has sent no key for cancel requests');
  const target = new pg.Client(config);
  const connection = target.connection as CancelConnection;
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  let isSent = false;
  const send = (): void => {
    isSent = true;
    connection.cancel(processID, secretKey);
  };
  connection.on('connect', () => {
    if (!target.ssl) send();
    else if (config.sslnegotiation !== 'direct') connection.requestSsl();
  });
  connection.on('sslconnect', send);
  connection.on('error', reject);
  // The server answers nothing: it closes the connection after it has signalled the process.
  connection.on('end', () => (isSent ? resolve() : reject(new Error('the server closed the connection of a cancel request'))));
  const timer = setTimeout(() => reject(new Error('the server did not confirm a cancel request')), ANSWER_LIMIT_MS);
  try {
    if (target.host.startsWith('/')) connection.connect(`${target.host}/.s.PGSQL.${target.port}`);
    else connection.connect(target.port, target.host);
    await closed;
  } finally {
    clearTimeout(timer);
    connection.stream.destroy();
  }
}
