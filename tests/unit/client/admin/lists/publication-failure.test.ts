import { HttpError } from 'react-admin';
import { expect, test } from 'vitest';
import { publicationFailure } from '../../../../../client/admin/lists/publication-failure.ts';

const own = new HttpError('Salve sem publicar.', 422, { errors: { publicado: 'Salve sem publicar.' } });
const date = new HttpError('Informe a data.', 422, { errors: { publicado_em: 'Informe a data.' } });

test.each([
  [
    'the rule about the second person',
    own,
    0,
    /^Nada foi publicado\. Entre os escolhidos há conteúdo que você alterou por último.*tire-o da escolha\.$/,
  ],
  ['that rule after a part is done', own, 250, /^250 de 600 estão feitos, e os outros continuam escolhidos\. Entre os escolhidos/],
  ['another rule', date, 0, /^Informe a data\.$/],
  ['another rule after a part is done', date, 250, /^250 de 600 estão feitos, e os outros continuam escolhidos\. Informe a data\.$/],
  ['a refusal without fields', new HttpError('Muitos pedidos.', 429, {}), 0, /^Muitos pedidos\.$/],
  ['a refusal without a body', new HttpError('Sem conexão.', 0), 0, /^Sem conexão\.$/],
  ['what is no error', 'x', 0, /^O servidor não respondeu\.$/],
])('says of %s what is done and what to do', (_what, error, done, sentence) => {
  expect(publicationFailure(error, { flag: 'publicado', done, chosen: 600 })).toMatch(sentence);
});
