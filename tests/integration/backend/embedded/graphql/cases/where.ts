import { expect, test } from 'vitest';
import type { Fixture } from '../suite.ts';

type Row = readonly [condition: string, ids: readonly number[]];

// Rows of `noticia` as the administrator sees them: 1 to 6.
const NOTICIA: readonly Row[] = [
  ['{}', [1, 2, 3, 4, 5, 6]],
  ['{_and: []}', [1, 2, 3, 4, 5, 6]],
  ['{_or: []}', []],
  ['{_not: {}}', []],
  ['{_not: {_or: []}}', [1, 2, 3, 4, 5, 6]],
  ['{id: {}}', [1, 2, 3, 4, 5, 6]],
  ['{id: {_eq: 2}}', [2]],
  ['{id: {_eq: "2"}}', [2]],
  ['{id: {_neq: 2}}', [1, 3, 4, 5, 6]],
  ['{visitas: {_neq: 20}}', [1, 4, 5, 6]],
  ['{id: {_gt: 4}}', [5, 6]],
  ['{id: {_gte: 4}}', [4, 5, 6]],
  ['{id: {_lt: 2}}', [1]],
  ['{id: {_lte: 2}}', [1, 2]],
  ['{id: {_gt: 1, _lt: 4}}', [2, 3]],
  ['{id: {_in: [1, 3, 99]}}', [1, 3]],
  ['{id: {_in: 3}}', [3]],
  ['{id: {_in: []}}', []],
  ['{id: {_nin: [1, 3]}}', [2, 4, 5, 6]],
  ['{id: {_nin: []}}', [1, 2, 3, 4, 5, 6]],
  ['{visitas: {_is_null: true}}', [3]],
  ['{visitas: {_is_null: false}}', [1, 2, 4, 5, 6]],
  ['{visitas: {_eq: 9223372036854775807}}', [1]],
  ['{nota: {_eq: 10.5}}', [1, 6]],
  ['{nota: {_eq: "10.500"}}', [1, 6]],
  ['{publicado: {_eq: false}}', [4]],
  ['{publicado: {_in: [true, false]}}', [1, 2, 3, 4, 5, 6]],
  ['{publicado_em: {_lt: "2021-06-15T12:30:45.123457Z"}}', [1, 2]],
  ['{publicado_em: {_gt: "now()"}}', [5]],
  ['{titulo: {_like: "%eira"}}', [1, 3]],
  ['{titulo: {_like: "%EIRA"}}', []],
  ['{titulo: {_nlike: "%eira"}}', [2, 4, 5, 6]],
  ['{titulo: {_ilike: "%EIRA"}}', [1, 3]],
  ['{titulo: {_nilike: "%EIRA"}}', [2, 4, 5, 6]],
  ['{titulo: {_similar: "(Prim|Terc)eira"}}', [1, 3]],
  ['{titulo: {_nsimilar: "(Prim|Terc)eira"}}', [2, 4, 5, 6]],
  ['{titulo: {_regex: "^[PT]"}}', [1, 3]],
  ['{titulo: {_regex: "^[pt]"}}', []],
  ['{titulo: {_nregex: "^[PT]"}}', [2, 4, 5, 6]],
  ['{titulo: {_iregex: "^[pt]"}}', [1, 3]],
  ['{titulo: {_niregex: "^[pt]"}}', [2, 4, 5, 6]],
  [String.raw`{titulo: {_like: "%\\%%"}}`, [6]],
  ['{_or: [{id: {_eq: 1}}, {titulo: {_eq: "Futura"}}]}', [1, 5]],
  ['{_or: {id: {_eq: 1}, titulo: {_eq: "Futura"}}}', []],
  ['{_and: [{id: {_gt: 1}}, {id: {_lt: 3}}]}', [2]],
  ['{_not: {id: {_in: [1, 2]}}}', [3, 4, 5, 6]],
  ['{id: {_gt: 2}, publicado: {_eq: true}}', [3, 5, 6]],
  ['{tags: {_eq: ["geral"]}}', [2, 5]],
  ['{tags: {_contains: ["geral"]}}', [1, 2, 5]],
  ['{tags: {_contains: ["c\\"d"]}}', [6]],
  ['{tags: {_contained_in: ["geral", "outro"]}}', [2, 3, 5]],
  ['{tags: {_in: [["geral"], []]}}', [2, 3, 5]],
  ['{tags: {_nin: [["geral"], []]}}', [1, 4, 6]],
  ['{dados: {_contains: {cor: "azul"}}}', [1, 4]],
  ['{dados: {_contains: {partes: [{n: 2}]}}}', [1]],
  ['{dados: {_contained_in: {cor: "verde", b: 1}}}', [2, 5]],
  ['{dados: {_eq: {cor: "verde"}}}', [2]],
  ['{dados: {_in: [{cor: "verde"}, [1, 2]]}}', [2, 6]],
  ['{dados: {_has_key: "partes"}}', [1]],
  ['{dados: {_has_keys_any: ["partes", "cor"]}}', [1, 2, 4]],
  ['{dados: {_has_keys_all: ["partes", "cor"]}}', [1]],
  ['{dados: {_cast: {String: {_like: "%verde%"}}}}', [2]],
  ['{autor: {nome: {_eq: "Ana"}}}', [1, 2, 5]],
  ['{autor: {chefe: {nome: {_eq: "Ana"}}}}', [3, 4, 6]],
  ['{revisor: {}}', [1, 3, 4]],
  ['{_not: {revisor: {}}}', [2, 5, 6]],
  ['{comentarios: {}}', [1, 2, 4, 5, 6]],
  ['{algum_comentario: {texto: {_eq: "ruim"}}}', [1]],
  ['{comentarios: {aprovado: {_eq: false}}}', [1]],
  ['{comentarios: {texto: {_eq: "bom"}, nota: {_gt: 4}}}', [1]],
  ['{autor: {noticias: {comentarios: {texto: {_eq: "oculto"}}}}}', [3, 4]],
  ['{comentarios_aggregate: {count: {predicate: {_eq: 2}}}}', [1]],
  ['{comentarios_aggregate: {count: {predicate: {_eq: 0}}}}', [3]],
  ['{comentarios_aggregate: {count: {filter: {aprovado: {_eq: true}}, predicate: {_gte: 1}}}}', [1, 2, 4, 5, 6]],
  ['{comentarios_aggregate: {count: {arguments: [nota], predicate: {_eq: 1}}}}', [2, 4, 5]],
  ['{comentarios_aggregate: {count: {arguments: [noticia_id], distinct: true, predicate: {_eq: 1}}}}', [1, 2, 4, 5, 6]],
  ['{comentarios_aggregate: {bool_and: {arguments: aprovado, predicate: {_eq: true}}}}', [2, 4, 5, 6]],
  ['{comentarios_aggregate: {sum: {arguments: peso, predicate: {_gte: 2}}}}', [1, 2, 5]],
  ['{comentarios_aggregate: {sum: {arguments: peso, distinct: true, filter: {aprovado: {_eq: false}}, predicate: {_eq: 1.5}}}}', [1]],
  ['{comentarios_aggregate: {max: {arguments: peso, predicate: {_lt: 2}}}}', [1]],
  ['{comentarios_aggregate: {min: {arguments: peso, predicate: {_is_null: true}}}}', [3, 4, 6]],
  ['{comentarios_aggregate: {avg: {arguments: peso, predicate: {_eq: 1}}}}', [1]],
  ['{comentarios_aggregate: {stddev_samp: {arguments: peso, predicate: {_gt: 0.7}}}}', [1]],
  ['{comentarios_aggregate: {var_samp: {arguments: peso, predicate: {_eq: 0.5}}}}', [1]],
  ['{comentarios_aggregate: {corr: {arguments: {Y: peso, X: peso}, predicate: {_eq: 1}}}}', [1]],
  ['{comentarios_aggregate: {covar_samp: {arguments: {Y: peso, X: peso}, predicate: {_eq: 0.5}}}}', [1]],
  ['{dados: {_jsonb_path_exists: "$.partes[*].n ? (@ == 2)"}}', [1]],
  ['{dados: {_jsonb_path_match: "$.cor == \\"azul\\""}}', [1, 4]],
  ['{tags: {_eq: "{geral}"}}', [2, 5]],
  ['{id: {_eq: 2.0}}', [2]],
  ['{comentarios_aggregate: {bool_or: {arguments: aprovado, predicate: {_eq: true}}}}', [1, 2, 4, 5, 6]],
  ['{votos: {eleitor: {_eq: "6F1C1B7E-0000-4000-8000-000000000002"}}}', [1]],
];

const AUTOR: readonly Row[] = [
  ['{humor: {_eq: alegre}}', [1]],
  ['{humor: {_neq: alegre}}', [2, 4]],
  ['{humor: {_in: [alegre, unico]}}', [1, 4]],
  ['{humor: {_nin: [alegre, unico]}}', [2]],
  ['{humor: {_is_null: true}}', [3]],
  ['{nascimento: {_gte: "1990-12-01"}}', [2, 4]],
  ['{equipe: {equipe: {}}}', [1]],
  ['{resumo: {total: {_gt: 1}}}', [1]],
];

export function whereCases({ ask }: Fixture): void {
  test.each(NOTICIA)('noticia where %s', async (condition, ids) => {
    const data = await ask.data(`{ noticia(where: ${condition}, order_by: {id: asc}) { id } }`, { role: 'admin' });
    expect(data).toEqual({ noticia: ids.map((id) => ({ id })) });
  });

  test.each(AUTOR)('autor where %s', async (condition, ids) => {
    const data = await ask.data(`{ autor(where: ${condition}, order_by: {id: asc}) { id } }`, { role: 'admin' });
    expect(data).toEqual({ autor: ids.map((id) => ({ id })) });
  });

  test('an absent and a null condition match every row', async () => {
    const all = await ask.data('{ noticia { id } }', { role: 'admin' });
    expect(await ask.data('{ noticia(where: null) { id } }', { role: 'admin' })).toEqual(all);
  });

  test('composite keys and other schemas are reached by their keys', async () => {
    const query =
      '{ voto_by_pk(eleitor: "6f1c1b7e-0000-4000-8000-000000000001", noticia_id: 2) { peso noticia { titulo } } peca(id: 1) { nome } }';
    expect(await ask.data(query, { role: 'admin' })).toEqual({
      voto_by_pk: { peso: 3, noticia: { titulo: 'Segunda' } },
      peca: { nome: 'peça' },
    });
  });
}
