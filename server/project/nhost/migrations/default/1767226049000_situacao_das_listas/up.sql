-- What pages tell of the lists: how many documents each has, whether it is on time, and the years that have something to show.

-- Counts and freshness of each active category. A document covers the period of its competência; without one, the year for an annual
-- category and else the period of its date. A declaration of non-occurrence covers a period as a document does. A later date never ends in
-- an earlier period, so the period of the latest date is the latest period: the first visible row of an index, once a category.
-- A list is on time by its own calendar and the days on which nobody works: a term that ends on such a day ends on the next working day. It is late
-- since the day after the term of the first period that it does not cover, however many have passed since.
-- How many documents a list has is counted only where that is asked for.
create view public.categoria_resumo as
  select c.slug,
         (select coalesce(sum(x.total), 0)::integer from contagem.categoria_contagem x where x.categoria_slug = c.slug) as total,
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
           then casos.dia_util(
             coalesce(public.fim_do_periodo(p.meses, coberto.ate + 1), prazo.periodo_devido_fim) + c.prazo_dias_apos_periodo
           ) + 1
         end as atrasada_desde,
         casos.dia_util(
           public.fim_do_periodo(p.meses, prazo.periodo_devido_fim + 1) + c.prazo_dias_apos_periodo
         ) as proximo_prazo
    from public.categoria_documento c
    join public.periodicidade p on p.valor = c.periodicidade
    cross join lateral (
      select case when p.meses is not null and c.prazo_dias_apos_periodo is not null
               then public.inicio_do_periodo(p.meses, (select public.hoje()) - c.prazo_dias_apos_periodo) - 1
             end as fim
    ) vencido
    -- The newest period whose term has passed in days of the calendar may have a term that was moved to a day that has not passed.
    cross join lateral (
      select case when casos.dia_util(vencido.fim + c.prazo_dias_apos_periodo) >= (select public.hoje())
               then public.inicio_do_periodo(p.meses, vencido.fim) - 1
               else vencido.fim
             end as periodo_devido_fim
    ) prazo
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

create view public.categoria_exercicio as
  select categoria_slug, exercicio, sum(total)::integer as total from contagem.categoria_contagem group by categoria_slug, exercicio;

-- Years that have something to show, for the year filters of the lists (calendar year of the institute).
create view public.noticia_ano as
  select ano::integer as ano, sum(total)::integer as total from contagem.noticia_contagem group by ano;

create view public.comunicado_ano as
  select ano::integer as ano, sum(total)::integer as total from contagem.comunicado_contagem group by ano;

-- What the documents of an active category can be held to, beside years and situations: `campo` is `mes`, `tipo` or `orgao`, `valor` what an
-- address has.
create view public.categoria_filtro as
  select p.grupo as categoria_slug, p.campo,
         case when p.campo = 'orgao' then o.chave else p.valor end as valor,
         case p.campo when 'mes' then indice.nome_do_mes(p.valor::integer) when 'tipo' then t.rotulo else o.nome end as rotulo,
         case p.campo when 'mes' then p.valor::integer when 'tipo' then t.ordem::integer else o.ordem end as ordem,
         p.total
    from (select grupo, campo, valor, sum(total)::integer as total from contagem.documento_por_campo
           group by grupo, campo, valor having sum(total) > 0) p
    left join public.tipo_documento t on p.campo = 'tipo' and t.valor = p.valor
    left join public.orgao_colegiado o on p.campo = 'orgao' and o.id::text = p.valor
   where p.grupo not in (select slug from public.categoria_documento where not ativo);

-- The categories that hold documents of a collegiate body, from the counts of documents: a query of the documents themselves may read every one.
create view public.orgao_categoria as
  select o.id as orgao_id, p.grupo as categoria_slug
    from public.orgao_colegiado o
   cross join lateral (
     select c.grupo from contagem.documento_por_campo c
      where c.campo = 'orgao' and c.valor = o.id::text and c.grupo not in (select slug from public.categoria_documento where not ativo)
      group by c.grupo having sum(c.total) > 0
   ) p;
