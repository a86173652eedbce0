-- What the public may see, as views of ids. A permission filter cannot call now(), and a literal would freeze in a prepared statement;
-- so each governed table has an object relationship `visivel` to its view and the filter asks that it exists.
-- The scalar sub-select around now() and hoje() makes it one evaluation a statement, not one a row.
-- Each view reads one table and states everything else in conditions that are not joined: joined to that table by its key, PostgreSQL 18
-- drops the second copy, so that the filter costs what the conditions cost. `not in` is such a condition (a hash of the few inactive
-- categories, made once a statement) where a join or `exists` is not; neither side of it can be null.

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

-- A file may be read when something visible refers to it, or when it lies in the bucket that is public as a whole.
create view public.arquivo_visivel as
  select a.id from public.arquivo a
   where exists (select 1 from storage.files f where f.id = a.id and f.bucket_id = 'publico')
      or exists (select 1 from public.documento_arquivo r join public.documento_visivel v on v.id = r.documento_id where r.arquivo_id = a.id)
      or exists (select 1 from public.comunicado_arquivo r join public.comunicado_visivel v on v.id = r.comunicado_id where r.arquivo_id = a.id)
      or exists (select 1 from public.noticia r join public.noticia_visivel v on v.id = r.id where r.imagem_id = a.id)
      or exists (select 1 from public.banner_comunicado r join public.banner_comunicado_visivel v on v.id = r.id where r.imagem_id = a.id)
      or exists (select 1 from public.pagina r join public.pagina_visivel v on v.id = r.id where r.imagem_id = a.id)
      or exists (select 1 from public.pessoa r join public.pessoa_visivel v on v.id = r.id where r.foto_arquivo_id = a.id)
      or exists (select 1 from public.declaracao_inexistencia r join public.declaracao_inexistencia_visivel v on v.id = r.id where r.arquivo_id = a.id)
      or exists (select 1 from public.progestao_certificacao r where r.arquivo_id = a.id and r.publicado);

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

create view public.reuniao_futura as
  select id from public.reuniao
   where publicado and situacao in ('prevista', 'adiada') and coalesce(fim, inicio) >= (select now());

create view public.progestao_certificacao_vigente as
  select id from public.progestao_certificacao
   where publicado and certificado_em <= (select public.hoje()) and valido_ate >= (select public.hoje());

-- Counts and freshness of each active category. A document covers the period of its competência; without one, the year for an annual
-- category and else the period of its date. A declaration of non-occurrence covers a period as a document does. A later date never ends in
-- an earlier period, so the period of the latest date is the latest period: worked out once a category, not once a document.
create view public.categoria_resumo as
  select c.slug,
         coalesce(d.total, 0) as total,
         coalesce(n.declaracoes, 0) as declaracoes,
         d.ultimo_publicado_em,
         d.ultimo_exercicio,
         d.ultima_competencia_fim,
         d.ultima_vigencia_fim,
         prazo.periodo_devido_fim,
         case
           when prazo.periodo_devido_fim is null then 'nao_se_aplica'
           when coberto.ate >= prazo.periodo_devido_fim then 'em_dia'
           else 'atrasada'
         end as situacao_atualizacao,
         case when prazo.periodo_devido_fim > coalesce(coberto.ate, date '-infinity')
           then prazo.periodo_devido_fim + c.prazo_dias_apos_periodo + 1
         end as atrasada_desde
    from public.categoria_documento c
    join public.periodicidade p on p.valor = c.periodicidade
    cross join lateral (
      select case when p.meses is not null and c.prazo_dias_apos_periodo is not null
               then public.inicio_do_periodo(p.meses, (select public.hoje()) - c.prazo_dias_apos_periodo) - 1
             end as periodo_devido_fim
    ) prazo
    left join (
      select x.categoria_slug,
             count(*)::integer as total,
             max(x.publicado_em) as ultimo_publicado_em,
             max(x.exercicio) as ultimo_exercicio,
             max(x.competencia_fim) as ultima_competencia_fim,
             max(x.vigencia_fim) as ultima_vigencia_fim,
             max(x.exercicio) filter (where x.competencia_fim is null) as exercicio_sem_competencia,
             max(coalesce(x.data_ato, x.publicado_em)) filter (where x.competencia_fim is null) as data_sem_competencia
        from public.documento x join public.documento_visivel v on v.id = x.id
       group by x.categoria_slug
    ) d on d.categoria_slug = c.slug
    left join (
      select x.categoria_slug,
             count(*)::integer as declaracoes,
             max(coalesce(x.competencia_fim, make_date(x.exercicio, 12, 31))) as coberto_ate
        from public.declaracao_inexistencia x join public.declaracao_inexistencia_visivel v on v.id = x.id
       group by x.categoria_slug
    ) n on n.categoria_slug = c.slug
    cross join lateral (
      select greatest(
               d.ultima_competencia_fim,
               case when p.meses = 12 then make_date(d.exercicio_sem_competencia, 12, 31)
                 else public.fim_do_periodo(p.meses, d.data_sem_competencia)
               end,
               n.coberto_ate
             ) as ate
    ) coberto
   where c.ativo;

create view public.categoria_exercicio as
  select d.categoria_slug, d.exercicio, count(*)::integer as total
    from public.documento d join public.documento_visivel v on v.id = d.id
   group by d.categoria_slug, d.exercicio;

-- Years that have something to show, for the year filters of the lists (calendar year of the institute).
create view public.noticia_ano as
  select extract(year from n.publicado_em at time zone f.fuso)::integer as ano, count(*)::integer as total
    from public.noticia n join public.noticia_visivel v on v.id = n.id
    cross join (select coalesce((select fuso_horario from public.configuracao_site limit 1), 'America/Sao_Paulo') as fuso) f
   group by 1;

create view public.comunicado_ano as
  select extract(year from c.publicado_em at time zone f.fuso)::integer as ano, count(*)::integer as total
    from public.comunicado c join public.comunicado_visivel v on v.id = c.id
    cross join (select coalesce((select fuso_horario from public.configuracao_site limit 1), 'America/Sao_Paulo') as fuso) f
   group by 1;
