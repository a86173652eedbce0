-- The key of a case is nothing that statistics count by, and nothing else changes with it (casos.recifrar_caso): they are not worked out for each of
-- a hundred thousand cases that are made again.
drop trigger contar_andamento on casos.caso;
create trigger contar_andamento after update on casos.caso
  for each row when (not new.demonstracao and old.eliminado_em is null and new.eliminado_em is null and old.cifrado_com is not distinct from new.cifrado_com)
  execute function estatistica.contar_caso();
