-- A document without competência and without the date of its act covers the period of its publication, but none after its own year: minutes of 2014 that
-- an institution brings from its old site today had the monthly list said to be on time.
drop index public.documento_data_sem_competencia;
create index documento_data_sem_competencia on public.documento
  (categoria_slug, (coalesce(data_ato, least(publicado_em, make_date(exercicio, 12, 31)))) desc)
  where publicado and competencia_fim is null;

create or replace view public.categoria_resumo as
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
                 (select coalesce(x.data_ato, least(x.publicado_em, make_date(x.exercicio, 12, 31))) from public.documento x
                   where x.categoria_slug = c.slug and x.publicado and x.competencia_fim is null
                     and x.publicado_em <= (select public.hoje()) and (x.retirado_em is null or x.retirado_em > (select now()))
                   order by coalesce(x.data_ato, least(x.publicado_em, make_date(x.exercicio, 12, 31))) desc limit 1))
               end,
               n.coberto_ate
             ) as ate
    ) coberto
   where c.ativo;
