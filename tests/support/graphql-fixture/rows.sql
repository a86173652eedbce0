insert into humor values ('alegre', 'contente'), ('triste', null), ('unico', null);

insert into autor (id, nome, email, nascimento, chefe_id, humor, ativo) values
  (1, 'Ana', 'ana@exemplo.br', '1980-01-31', null, 'alegre', true),
  (2, 'Bruno', 'bruno@exemplo.br', '1990-12-01', 1, 'triste', true),
  (3, 'Célia', null, null, 1, null, true),
  (4, 'Davi', 'davi@exemplo.br', '2000-02-29', 2, 'unico', false);

insert into noticia (id, titulo, autor_id, revisor_id, publicado, publicado_em, visitas, nota, tags, dados, segredo) values
  (1, 'Primeira', 1, 2, true, '2020-01-01T10:00:00Z', 9223372036854775807, 10.50, '{geral,aviso}', '{"cor": "azul", "partes": [{"n": 1}, {"n": 2}]}', 's1'),
  (2, 'Segunda', 1, null, true, '2021-06-15T12:30:45.123456Z', 20, 7.25, '{geral}', '{"cor": "verde"}', 's2'),
  (3, 'Terceira', 2, 1, true, '2022-03-03T00:00:00Z', null, null, '{}', null, 's3'),
  (4, 'Rascunho', 2, 1, false, null, 5, 1.00, '{aviso}', '{"cor": "azul"}', 's4'),
  (5, 'Futura', 1, null, true, '2999-01-01T00:00:00Z', 7, 3.00, '{geral}', '{}', 's5'),
  (6, 'Quarta % _ \', 3, null, true, '2023-01-01T00:00:00Z', 100, 10.50, '{"a,b","c\"d"}', '[1, 2]', 's6');

insert into comentario (id, noticia_id, texto, aprovado, nota, peso) values
  (1, 1, 'bom', true, 5, 0.5), (2, 1, 'ruim', false, 1, 1.5), (3, 2, 'bom', true, 4, 2), (4, 4, 'oculto', true, 3, null), (5, 5, 'cedo', true, 2, 4),
  (6, 6, 'fim', true, null, null);

insert into voto (noticia_id, eleitor, peso) values
  (1, '6f1c1b7e-0000-4000-8000-000000000001', 1), (1, '6f1c1b7e-0000-4000-8000-000000000002', 2), (2, '6f1c1b7e-0000-4000-8000-000000000001', 3);

insert into acervo.item values (1, 'peça', 'a'), (2, 'carta', 'b');
insert into ninguem values (1, 'invisível');

insert into amostra values
  ('0b2e5c1a-0000-4000-8000-000000000001', 32767, 2147483647, 9223372036854775807, 123456789012345678901234567890.10, 1.5, 1e300,
   true, 'texto "com" \ aspas', 'variável', 'ab', '2014-09-14', '2004-10-19 10:23:54', '2025-05-09 14:26:04.579839-03', '11:09:23', '15:22:23+00',
   '01:03:02', '\xdeadbeef', '10.0.0.1', '{"b": 1,  "a": 2}', '{"b": 1, "a": 12345678901234567890}', '{x,"y z"}', '{1,2}',
   '{0b2e5c1a-0000-4000-8000-000000000001}', '[1,5)'),
  ('0b2e5c1a-0000-4000-8000-000000000002', null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
   null, null, null, null, null, null, null, null);

insert into larga (id, coluna_1, coluna_130) values (1, 11, 130);
