/** What nginx with the settings of README.md writes down while no replica answers. */
import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { installedNginx, startBalancer } from '../../support/nginx.ts';

const NGINX = installedNginx();

test.skipIf(NGINX === undefined)(
  'no address of a link that sets a password, of a case or of a subscription (skipped where nginx is missing)',
  async () => {
    const balancer = await startBalancer(NGINX ?? '', [await freePort()]);
    try {
      const secret = [
        '/_session/password-link/segredo.1',
        '/_casos/arquivo/segredo',
        '/_novidades/sair/segredo',
        '/_novidades/confirmar/segredo',
      ];
      const statuses: number[] = [];
      for (const path of [...secret, '/noticias']) statuses.push((await fetch(balancer.url + path)).status);
      expect(statuses).toEqual([502, 502, 502, 502, 502]);
      await expect.poll(balancer.faults).toContain('/noticias');
      expect(await balancer.faults()).not.toContain('segredo');
    } finally {
      await balancer.stop();
    }
  },
);
