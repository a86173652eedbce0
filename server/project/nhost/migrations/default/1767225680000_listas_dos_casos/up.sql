-- The staff's lists of cases: each order and each filter by itself has an index, so that a list costs what it shows.

-- A statement that is planned once for all values cannot use an index of open cases alone, so `aberto` is a column of these.
drop index casos.caso_por_prazo;
create index caso_por_prazo on casos.caso (aberto, prazo_em, id);
create index caso_por_fase on casos.caso (aberto, registrado_em desc, id desc);

drop index casos.caso_por_assunto;
drop index casos.caso_por_unidade;
create index caso_por_assunto on casos.caso (assunto_id, registrado_em desc, id desc);
create index caso_por_unidade on casos.caso (unidade_id, registrado_em desc, id desc) where unidade_id is not null;
create index caso_por_canal on casos.caso (canal, registrado_em desc, id desc);
create index caso_por_tipo on casos.caso (tipo, registrado_em desc, id desc) where tipo is not null;
create index caso_por_protocolo on casos.caso using gin (protocolo gin_trgm_ops) with (fastupdate = off);

-- What somebody wrote about a case and did not send goes with the case.
create index rascunho_de_caso on public.rascunho (chave) where tabela = 'caso';
create function casos.eliminar_rascunhos() returns trigger language plpgsql as $$
begin
  delete from public.rascunho r where r.tabela = 'caso' and r.chave = new.id::text;
  return null;
end
$$;
create trigger eliminar_rascunhos after update on casos.caso
  for each row when (old.eliminado_em is null and new.eliminado_em is not null) execute function casos.eliminar_rascunhos();
