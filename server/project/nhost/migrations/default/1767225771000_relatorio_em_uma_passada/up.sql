-- The report reads each of its parts once. It looked at all cells of three years again for each line that it shows, and asked for the day once for each
-- due date.

-- The numbers of the channel in the months of `anos`, days in place of due dates. What a dimension does not say of a month's cases is counted as
-- `nao_informado`, so that the values of a dimension always add up to the total.
create or replace function estatistica.celulas(canal text, anos smallint[])
returns table (ano integer, mes integer, dimensao text, valor text, quantidade integer) language sql stable as $$
  with crua as (
    select s.ano, s.mes, s.dimensao, s.valor, s.quantidade from estatistica.soma s
     where s.canal = celulas.canal and s.ano = any (anos) and s.origem <> 'demonstracao_retirada'
    union all
    select p.ano, p.mes, p.dimensao, p.valor, p.quantidade from estatistica.parcela p where p.canal = celulas.canal and p.ano = any (anos)
  ), lida as materialized (
    select c.ano::integer as ano, c.mes::integer as mes, case c.dimensao when 'vence' then 'situacao' else c.dimensao end as dimensao,
           case when c.dimensao = 'vence' then case when c.valor::date < (select public.hoje()) then 'em_atraso' else 'em_andamento' end
                else coalesce(a.nome, c.valor) end as valor,
           sum(c.quantidade)::integer as quantidade
      from crua c
      -- The subject of a case is counted by its key, so that it may get another name.
      left join public.assunto a on a.id = case when c.dimensao = 'assunto' and c.valor ~ '^#[0-9]{1,15}$' then substr(c.valor, 2)::bigint end
     group by 1, 2, 3, 4 having sum(c.quantidade) > 0
  )
  select l.ano, l.mes, l.dimensao, l.valor, l.quantidade from lida l
  union all
  select t.ano, t.mes, d.dimensao, 'nao_informado', t.quantidade - coalesce(sum(l.quantidade), 0)::integer
    from lida t
    join (select distinct x.ano, x.dimensao from lida x where x.dimensao not in ('total', 'dias', 'nota')) d on d.ano = t.ano
    left join lida l on l.ano = t.ano and l.mes = t.mes and l.dimensao = d.dimensao
   where t.dimensao = 'total'
   group by t.ano, t.mes, d.dimensao, t.quantidade
  having t.quantidade > coalesce(sum(l.quantidade), 0)
$$;

create or replace function public.relatorio_de_casos(canal text, anos text default '', de integer default 1, ate integer default 12)
returns setof public.linha_do_relatorio language plpgsql stable rows 500 set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  lista smallint[] := pg_catalog.string_to_array(nullif(anos, ''), ',')::smallint[];
begin
  if lista is null then
    select r.anos[1:3] into lista from public.relatorio_estatistico r where r.codigo = canal;
  end if;
  return query
  with celula as materialized (
    select * from estatistica.celulas(canal, lista)
  ), anual as materialized (
    select c.ano, c.dimensao, array_agg(c.valor) as valores, array_agg(c.quantidade) as quantidades
      from (select x.ano, x.dimensao, x.valor, sum(x.quantidade)::integer as quantidade from celula x
             where x.dimensao not in ('dias', 'nota') group by 1, 2, 3) c
     group by 1, 2
  ), total as (
    select a.ano, a.quantidades[1] as quantidade from anual a where a.dimensao = 'total'
  ), primeira as materialized (
    select a.ano, a.dimensao, p.* from anual a cross join lateral estatistica.proteger(a.valores, a.quantidades) p
     where a.dimensao not in ('total', 'tipo_resposta', 'imediata', 'fundamento')
  ), segunda as materialized (
    -- Who has no answer yet is counted here as not told, and there as in progress or overdue.
    select a.ano, a.dimensao, p.* from anual a
     cross join lateral (select case when exists (
       select from primeira s where s.ano = a.ano and s.dimensao = 'situacao' and s.oculto and s.valor in ('em_andamento', 'em_atraso'))
       then array['nao_informado'] else '{}' end as ligados) l
     cross join lateral estatistica.proteger(a.valores, a.quantidades, l.ligados) p
     where a.dimensao in ('tipo_resposta', 'imediata')
  ), terceira as (
    select a.ano, a.dimensao, p.* from anual a
     cross join lateral (select case when exists (
       select from segunda s where s.ano = a.ano and s.dimensao = 'tipo_resposta' and s.oculto
         and s.valor in ('acesso_negado', 'acesso_parcialmente_concedido'))
       then array['nao_informado'] else '{}' end as ligados) l
     cross join lateral estatistica.proteger(a.valores, a.quantidades, l.ligados) p
     where a.dimensao = 'fundamento'
  ), protegida as materialized (
    select * from primeira union all select * from segunda union all select * from terceira
    union all
    select t.ano, 'total', 'total', case when t.quantidade < 5 then 1 else t.quantidade end, case when t.quantidade < 5 then 4 else t.quantidade end,
           t.quantidade < 5, true
      from total t
  ), grupo as materialized (
    select c.ano, c.dimensao, case when p.oculto then 'demais' else c.valor end as valor, c.mes, sum(c.quantidade)::integer as quantidade
      from celula c join protegida p on p.ano = c.ano and p.dimensao = c.dimensao and p.valor = c.valor
     where p.detalhado group by 1, 2, 3, 4
  ), trimestre as materialized (
    select g.ano, g.dimensao, g.valor, (g.mes - 1) / 3 as parte, sum(g.quantidade) as soma from grupo g group by 1, 2, 3, 4
  ), semestre as materialized (
    select t.ano, t.dimensao, t.valor, t.parte / 2 as parte, sum(t.soma) as soma from trimestre t group by 1, 2, 3, 4
  ), possivel as materialized (
    select x.ano, x.dimensao, x.passo from (
      select g.ano, g.dimensao, 1 as passo, min(g.quantidade) as menor from grupo g group by 1, 2
      union all
      select t.ano, t.dimensao, 3, min(t.soma) from trimestre t group by 1, 2
      union all
      select s.ano, s.dimensao, 6, min(s.soma) from semestre s group by 1, 2
      union all
      select i.ano, i.dimensao, 12, min(i.soma)
        from (select s.ano, s.dimensao, sum(s.soma) as soma from semestre s group by s.ano, s.dimensao, s.valor) i group by 1, 2) x
     where x.menor >= 5
  ), passo as materialized (
    select d.ano, d.dimensao, greatest(
        coalesce((select min(p.passo) from possivel p where p.ano = d.ano and p.dimensao = d.dimensao), 12),
        coalesce((select min(p.passo) from possivel p where p.ano = d.ano and p.dimensao = 'total'), 12)) as passo
      from (select distinct p.ano, p.dimensao from protegida p) d
  ), janela as materialized (
    select p.ano, p.dimensao, p.passo, (de - 1) / p.passo * p.passo + 1 as inicio, (ate + p.passo - 1) / p.passo * p.passo as fim from passo p
  ), somada as materialized (
    select g.ano, g.dimensao, g.valor, sum(g.quantidade)::integer as soma
      from grupo g join janela j on j.ano = g.ano and j.dimensao = g.dimensao and g.mes between j.inicio and j.fim group by 1, 2, 3
  ), periodo as (
    select p.ano, p.dimensao, p.valor, j.inicio, j.fim, p.oculto,
           case when not p.oculto then coalesce(s.soma, 0) when j.inicio = 1 and j.fim = 12 then p.minimo else 0 end as minimo,
           case when not p.oculto then coalesce(s.soma, 0) else p.maximo end as maximo
      from protegida p
      join janela j on j.ano = p.ano and j.dimensao = p.dimensao
      left join somada s on s.ano = p.ano and s.dimensao = p.dimensao and s.valor = p.valor
     where p.detalhado
  ), medida as (
    -- Of the answers of five cases and more, whose number is exact.
    select j.ano, m.dimensao, j.inicio, j.fim,
           sum(c.valor::integer * c.quantidade)::numeric / sum(c.quantidade) as media, sum(c.quantidade) as quantos
      from janela j cross join (values ('dias'), ('nota')) m (dimensao)
      join celula c on c.ano = j.ano and c.dimensao = m.dimensao and c.mes between j.inicio and j.fim
     where j.dimensao = 'situacao'
       and not exists (select from protegida p where p.ano = j.ano and p.dimensao = 'situacao' and p.oculto and p.valor like 'respondida%')
     group by 1, 2, 3, 4 having sum(c.quantidade) >= 5
  )
  select 'periodo', p.ano, p.dimensao, p.valor, p.inicio, p.fim, p.minimo, p.maximo, null::numeric from periodo p
  union all
  select distinct 'periodo', p.ano, p.dimensao, 'nao_detalhado', 1, 12, null::integer, null::integer, null::numeric from protegida p where not p.detalhado
  union all
  select 'periodo', m.ano, m.dimensao, 'media', m.inicio, m.fim, null, null, pg_catalog.round(m.media, 1) from medida m
  union all
  select 'periodo', m.ano, m.dimensao, 'mediana', m.inicio, m.fim, null, null, d.dia::numeric
    from medida m cross join lateral (
      select min(x.dia) as dia from (
        select c.valor::integer as dia, sum(sum(c.quantidade)) over (order by c.valor::integer) as ate_aqui
          from celula c where c.ano = m.ano and c.dimensao = m.dimensao and c.mes between m.inicio and m.fim group by c.valor::integer) x
       where x.ate_aqui * 2 >= m.quantos) d
   where m.dimensao = 'dias'
  union all
  select 'serie', j.ano, j.dimensao, g.valor, etapa.mes, etapa.mes + j.passo - 1, sum(g.quantidade)::integer, sum(g.quantidade)::integer, null::numeric
    from janela j
    cross join lateral pg_catalog.generate_series(j.inicio, j.fim, j.passo) etapa (mes)
    join grupo g on g.ano = j.ano and g.dimensao = j.dimensao and g.mes between etapa.mes and etapa.mes + j.passo - 1
   where j.passo < 12 and j.dimensao in ('total', 'tipo', 'tipo_resposta')
   group by 2, 3, 4, 5, 6;
end
$$;
