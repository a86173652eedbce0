-- What the public may see, as views of ids.

-- A permission filter cannot call now(), and a literal would freeze in a prepared statement;
-- so each governed table has an object relationship `visivel` to its view and the filter asks that it exists.
-- The scalar sub-select around now() and hoje() makes it one evaluation a statement, not one a row.
-- Each `…_visivel` reads one table and states everything else in conditions that are not joined: joined to that table by its key, PostgreSQL 18
-- drops the second copy, so that the filter costs what the conditions cost. `not in` is such a condition (a hash of the few inactive
-- categories, made once a statement) where a join or one `exists` is not; neither side of it can be null.

create view public.noticia_visivel as
  select id from public.noticia where publicado and publicado_em <= (select now());

create view public.comunicado_visivel as
  select id from public.comunicado where publicado and publicado_em <= (select now());

-- An expired banner keeps its page ("encerrado em"), a future one does not exist yet.
create view public.banner_comunicado_visivel as
  select id from public.banner_comunicado where publicado and exibir_de <= (select now());

create view public.pagina_visivel as
  select id from public.pagina where publicado and publicado_em <= (select now());

create view public.documento_visivel as
  select id from public.documento
   where publicado and publicado_em <= (select public.hoje())
     and (retirado_em is null or retirado_em > (select now()))
     and categoria_slug not in (select slug from public.categoria_documento where not ativo);

create view public.declaracao_inexistencia_visivel as
  select id from public.declaracao_inexistencia
   where publicado and declarado_em <= (select public.hoje())
     and categoria_slug not in (select slug from public.categoria_documento where not ativo);

-- A person appears only with a published role in the institute.
create view public.pessoa_visivel as
  select p.id from public.pessoa p
   where exists (select 1 from public.membro_orgao m where m.pessoa_id = p.id and m.publicado)
      or exists (select 1 from public.unidade u where u.titular_pessoa_id = p.id and u.publicado);

-- A file may be read when something visible refers to it, or when it lies in the bucket that is public as a whole. A file that was
-- replaced may be read as long as the one that took its place.
create view public.arquivo_visivel as
  select a.id from public.arquivo a
   where exists (select 1 from storage.files f where f.id = a.id and f.bucket_id = 'publico')
      or exists (
        select 1 from public.documento_arquivo r join public.documento_visivel v on v.id = r.documento_id
         where r.arquivo_id = any (array[a.id, a.substituido_por_id]))
      or exists (
        select 1 from public.comunicado_arquivo r join public.comunicado_visivel v on v.id = r.comunicado_id
         where r.arquivo_id = any (array[a.id, a.substituido_por_id]))
      or exists (
        select 1 from public.noticia r join public.noticia_visivel v on v.id = r.id
         where r.imagem_id = any (array[a.id, a.substituido_por_id]))
      or exists (
        select 1 from public.banner_comunicado r join public.banner_comunicado_visivel v on v.id = r.id
         where r.imagem_id = any (array[a.id, a.substituido_por_id]))
      or exists (
        select 1 from public.pagina r join public.pagina_visivel v on v.id = r.id
         where r.imagem_id = any (array[a.id, a.substituido_por_id]))
      or exists (
        select 1 from public.pessoa r join public.pessoa_visivel v on v.id = r.id
         where r.foto_arquivo_id = any (array[a.id, a.substituido_por_id]))
      or exists (
        select 1 from public.declaracao_inexistencia r join public.declaracao_inexistencia_visivel v on v.id = r.id
         where r.arquivo_id = any (array[a.id, a.substituido_por_id]))
      or exists (select 1 from public.progestao_certificacao r where r.arquivo_id = any (array[a.id, a.substituido_por_id]) and r.publicado);

-- A withdrawn document answers with its reason instead of its content.
create view public.documento_retirado as
  select id, categoria_slug, retirado_em, retirado_motivo from public.documento
   where publicado and publicado_em <= (select public.hoje()) and retirado_em <= (select now());

-- Windows that pages filter by, on visible rows only: {vigente: {id: {_is_null: false}}}.

create view public.comunicado_vigente as
  select c.id from public.comunicado c join public.comunicado_visivel v on v.id = c.id
   where (c.valido_de is null or c.valido_de <= (select now())) and (c.valido_ate is null or c.valido_ate > (select now()));

create view public.banner_comunicado_vigente as
  select b.id from public.banner_comunicado b join public.banner_comunicado_visivel v on v.id = b.id
   where b.exibir_ate is null or b.exibir_ate > (select now());

create view public.membro_orgao_vigente as
  select id from public.membro_orgao
   where publicado
     and (mandato_inicio is null or mandato_inicio <= (select public.hoje()))
     and (mandato_fim is null or mandato_fim >= (select public.hoje()));

-- A meeting that was cancelled stands under the coming ones until its day is over, with its situation, and not among those that took place.
create view public.reuniao_futura as
  select id from public.reuniao where publicado and situacao <> 'realizada' and coalesce(fim, inicio) >= (select now());

create view public.progestao_certificacao_vigente as
  select id from public.progestao_certificacao
   where publicado and certificado_em <= (select public.hoje()) and valido_ate >= (select public.hoje());
