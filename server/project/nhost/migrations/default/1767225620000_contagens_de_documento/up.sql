-- What pages count of documents, kept as rows, so that no request counts or scans a table that grows. The rows have a schema of their own:
-- they are no content, nobody writes them and only views read them.
create schema contagem;

-- Published documents that were not withdrawn, whatever their day. `situacao_id` is empty for documents without one.
create table contagem.documento (
  categoria_slug text not null,
  exercicio smallint not null,
  situacao_id text not null,
  total integer not null,
  primary key (categoria_slug, exercicio, situacao_id)
);

-- Rows are changed in the order of their key, so that two transactions of one statement each cannot wait for each other.
create function public.contar_documentos() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contagem.documento as c (categoria_slug, exercicio, situacao_id, total)
    select categoria_slug, exercicio, coalesce(situacao_id, ''), count(*)
      from depois where publicado and retirado_em is null
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (categoria_slug, exercicio, situacao_id) do update set total = c.total + excluded.total;
  elsif tg_op = 'DELETE' then
    insert into contagem.documento as c (categoria_slug, exercicio, situacao_id, total)
    select categoria_slug, exercicio, coalesce(situacao_id, ''), -count(*)
      from antes where publicado and retirado_em is null
     group by 1, 2, 3 order by 1, 2, 3
    on conflict (categoria_slug, exercicio, situacao_id) do update set total = c.total + excluded.total;
  elsif tg_op = 'UPDATE' then
    insert into contagem.documento as c (categoria_slug, exercicio, situacao_id, total)
    select categoria_slug, exercicio, coalesce(situacao_id, ''), sum(parcela)
      from (select categoria_slug, exercicio, situacao_id, publicado, retirado_em, 1 as parcela from depois
            union all
            select categoria_slug, exercicio, situacao_id, publicado, retirado_em, -1 from antes) linhas
     where publicado and retirado_em is null
     group by 1, 2, 3 having sum(parcela) <> 0 order by 1, 2, 3
    on conflict (categoria_slug, exercicio, situacao_id) do update set total = c.total + excluded.total;
  else
    truncate contagem.documento;
  end if;
  return null;
end
$$;

create trigger contar_insercao after insert on public.documento
  referencing new table as depois for each statement execute function public.contar_documentos();
create trigger contar_alteracao after update on public.documento
  referencing old table as antes new table as depois for each statement execute function public.contar_documentos();
create trigger contar_exclusao after delete on public.documento
  referencing old table as antes for each statement execute function public.contar_documentos();
create trigger contar_esvaziamento after truncate on public.documento
  for each statement execute function public.contar_documentos();

insert into contagem.documento (categoria_slug, exercicio, situacao_id, total)
select categoria_slug, exercicio, coalesce(situacao_id, ''), count(*)
  from public.documento where publicado and retirado_em is null group by 1, 2, 3;

-- The public reads documents through a join with their view of visible ids, and PostgreSQL before 18 keeps both copies of the table: an
-- index `where publicado` is of no use to the copy that gives the order, because only the other one has the condition.
drop index public.documento_lista, public.documento_recentes, public.documento_categoria_recentes;
create index documento_lista on public.documento (categoria_slug, data_ato desc nulls last, publicado_em desc, id desc);
create index documento_recentes on public.documento (publicado_em desc, id desc);
create index documento_categoria_recentes on public.documento (categoria_slug, publicado_em desc, id desc);
-- One index for each order of a list.
create index documento_por_numero on public.documento
  (categoria_slug, exercicio desc, data_ato desc nulls last, numero desc nulls last, id desc);
create index documento_por_titulo on public.documento (categoria_slug, titulo, id desc);
create index documento_mais_antigos on public.documento (categoria_slug, data_ato, publicado_em, id);
-- The latest of each category, and what is still to be withdrawn, are the first row of an index.
create index documento_competencia on public.documento (categoria_slug, competencia_fim desc) where publicado and competencia_fim is not null;
create index documento_exercicio_sem_competencia on public.documento (categoria_slug, exercicio desc)
  where publicado and competencia_fim is null;
create index documento_data_sem_competencia on public.documento (categoria_slug, (coalesce(data_ato, publicado_em)) desc)
  where publicado and competencia_fim is null;
create index documento_retirada on public.documento (retirado_em) where retirado_em is not null;

drop view public.categoria_exercicio;
drop view public.categoria_resumo;

-- Counts of visible documents: the kept ones, less those whose day is still to come, and those that are withdrawn at a later moment. Few
-- rows are either. The clock is called without a sub-select here: the planner then sees how few they are, and takes an index.
-- `publicado` is true, so that a filter that lets every row in can be written as it is for documents.
create view public.categoria_contagem as
  select categoria_slug, exercicio, situacao_id, true as publicado, sum(total)::integer as total
    from (select categoria_slug, exercicio, situacao_id, total from contagem.documento
          union all
          select categoria_slug, exercicio, coalesce(situacao_id, ''), -1 from public.documento
           where publicado and retirado_em is null and publicado_em > public.hoje()
          union all
          select categoria_slug, exercicio, coalesce(situacao_id, ''), 1 from public.documento
           where publicado and retirado_em > now() and publicado_em <= public.hoje()) parcelas
   where categoria_slug not in (select slug from public.categoria_documento where not ativo)
   group by categoria_slug, exercicio, situacao_id
  having sum(total) > 0;

create view public.categoria_exercicio as
  select categoria_slug, exercicio, sum(total)::integer as total from public.categoria_contagem group by categoria_slug, exercicio;

create view public.categoria_situacao as
  select categoria_slug, situacao_id, sum(total)::integer as total
    from public.categoria_contagem where situacao_id <> '' group by categoria_slug, situacao_id;

-- Counts and freshness of each active category. A document covers the period of its competência; without one, the year for an annual
-- category and else the period of its date. A declaration of non-occurrence covers a period as a document does. A later date never ends in
-- an earlier period, so the period of the latest date is the latest period: the first visible row of an index, once a category.
create view public.categoria_resumo as
  select c.slug,
         d.total,
         n.declaracoes,
         (select x.publicado_em from public.documento x
           where x.categoria_slug = c.slug and x.publicado and x.publicado_em <= (select public.hoje())
             and (x.retirado_em is null or x.retirado_em > (select now()))
           order by x.publicado_em desc limit 1) as ultimo_publicado_em,
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
    cross join lateral (
      select coalesce(sum(x.total), 0)::integer as total from public.categoria_contagem x where x.categoria_slug = c.slug
    ) d
    cross join lateral (
      select count(*)::integer as declaracoes,
             max(coalesce(x.competencia_fim, make_date(x.exercicio, 12, 31))) as coberto_ate
        from public.declaracao_inexistencia x join public.declaracao_inexistencia_visivel v on v.id = x.id
       where x.categoria_slug = c.slug
    ) n
    cross join lateral (
      select greatest(
               (select x.competencia_fim from public.documento x
                 where x.categoria_slug = c.slug and x.publicado and x.competencia_fim is not null
                   and x.publicado_em <= (select public.hoje()) and (x.retirado_em is null or x.retirado_em > (select now()))
                 order by x.competencia_fim desc limit 1),
               case when p.meses = 12 then make_date(
                 (select x.exercicio from public.documento x
                   where x.categoria_slug = c.slug and x.publicado and x.competencia_fim is null
                     and x.publicado_em <= (select public.hoje()) and (x.retirado_em is null or x.retirado_em > (select now()))
                   order by x.exercicio desc limit 1), 12, 31)
                 else public.fim_do_periodo(p.meses,
                 (select coalesce(x.data_ato, x.publicado_em) from public.documento x
                   where x.categoria_slug = c.slug and x.publicado and x.competencia_fim is null
                     and x.publicado_em <= (select public.hoje()) and (x.retirado_em is null or x.retirado_em > (select now()))
                   order by coalesce(x.data_ato, x.publicado_em) desc limit 1))
               end,
               n.coberto_ate
             ) as ate
    ) coberto
   where c.ativo;
