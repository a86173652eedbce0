-- What everybody may read of the numbers of the service channels: no number from 1 to 4, and none that follows from two reports, or from a total
-- and its parts (decision 0055).

-- Protects the values of one dimension of one year, whose total is known. A value from 1 to 4 is shown as "1 to 4"; `ligados` are values that
-- another dimension hides already. Others are hidden with them, the smallest first, each in its band of five (10 to 14), until the sum of what
-- is hidden is 5 or more and leaves every one of them at least two possible numbers. Those are: at least two hidden values, of which not all are
-- at the lower end of their band and not all at the upper one. Where even all values would not do, none is detailed.
create function estatistica.proteger(valores text[], quantidades integer[], ligados text[] default '{}')
returns table (valor text, minimo integer, maximo integer, oculto boolean, detalhado boolean) language sql immutable as $$
  with celula as (
    select v.valor, v.quantidade, v.quantidade < 5 or v.valor = any (ligados) as inicial,
           case when v.quantidade < 5 then 1 else v.quantidade / 5 * 5 end as piso,
           case when v.quantidade < 5 then 4 else v.quantidade / 5 * 5 + 4 end as teto
      from unnest(valores, quantidades) v (valor, quantidade) where v.quantidade > 0
  ), ordem as (
    select c.*, row_number() over w as posicao, sum(c.quantidade) over w as soma, sum(c.quantidade - c.piso) over w as abaixo,
           sum(c.teto - c.quantidade) over w as acima, count(*) filter (where c.inicial) over () as iniciais
      from celula c window w as (order by c.inicial desc, c.quantidade, c.valor rows unbounded preceding)
  ), corte as (
    select case when max(o.iniciais) = 0 then 0
             else min(o.posicao) filter (where o.posicao >= greatest(o.iniciais, 2) and o.soma >= 5 and o.abaixo > 0 and o.acima > 0)
           end as ultima
      from ordem o
  )
  select o.valor, case when o.posicao <= c.ultima then o.piso else o.quantidade end, case when o.posicao <= c.ultima then o.teto else o.quantidade end,
         coalesce(o.posicao <= c.ultima, true), c.ultima is not null
    from ordem o cross join corte c
$$;

-- A line of a report. `parte` is `periodo` (the asked months of a year together) or `serie` (one step of them). `mes_inicio` and `mes_fim` say
-- which months were added up: more than were asked for, where fewer would show a small number. The number is between `minimo` and `maximo`, both
-- the same where it is exact and null where the dimension is not detailed; `media` is a mean or median. Only a function returns such lines.
create view public.linha_do_relatorio as
  select null::text as parte, null::integer as ano, null::text as dimensao, null::text as valor, null::integer as mes_inicio,
         null::integer as mes_fim, null::integer as minimo, null::integer as maximo, null::numeric as media
   where false;

-- One line for each channel.
create view public.relatorio_estatistico as
  select a.canal as codigo,
         coalesce((select array_agg(t.ano order by t.ano desc)
            from (select distinct s.ano from estatistica.soma s
                   where s.canal = a.canal and s.dimensao = 'total' and s.origem <> 'demonstracao_retirada' and s.quantidade > 0
                  union select p.ano from estatistica.parcela p where p.canal = a.canal) t), '{}'::smallint[]) as anos,
         case when a.em is not null or exists (select from estatistica.parcela p where p.canal = a.canal) then public.hoje()
           else (select least((pg_catalog.make_date(s.ano, s.mes, 1) + interval '1 month')::date - 1, public.hoje()) from estatistica.soma s
                  where s.canal = a.canal and s.dimensao = 'total' and s.origem <> 'demonstracao_retirada' and s.quantidade > 0
                  order by s.ano desc, s.mes desc limit 1)
         end as dados_ate,
         exists (select from estatistica.soma s where s.canal = a.canal and s.origem = 'demonstracao') as demonstracao
    from estatistica.atualizacao a;

-- The report of a channel over the months `de` to `ate` of each of `anos`, a text of years with commas; empty: the three newest. What anybody may
-- pass is bounded: months are those of a year.
--
-- Within a year the months of a dimension are shown by month, quarter, half-year or year: the finest step in which every value that is shown is 0
-- or 5 and more, and never finer than that of the totals. Months that were asked for are widened to whole steps. So whatever is added and taken
-- off, the result is 0 or 5 and more.
--
-- Parts that are read more than once are materialized: the cells of all years are not looked at again for each line that is shown.
create function public.relatorio_de_casos(canal text, anos text default '', de integer default 1, ate integer default 12)
returns setof public.linha_do_relatorio language plpgsql stable rows 500 set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  lista smallint[] := pg_catalog.string_to_array(nullif(anos, ''), ',')::smallint[];
begin
  de := least(greatest(de, 1), 12);
  ate := least(greatest(coalesce(ate, 12), 1), 12);
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
