-- Numbers of the service channels, kept as rows, so that no request counts cases (decision 0017). A row says how many cases of a month have one
-- value of one dimension. There is no row for a combination of two dimensions: it would have as many rows as there are cases, and describe people.
-- The schema is not tracked: nobody reads these numbers but through `relatorio_de_casos`, which hides what is small.
create schema estatistica;

-- What is counted. `forma`: `total` (all cases), `lista` (values of `estatistica.valor`), `texto` (any), `dias` and `nota` (numbers, of which
-- means are shown), `dia` (the day on which an open case becomes overdue; read as a situation).
create table estatistica.dimensao (
  canal text not null check (canal in ('ouvidoria', 'sic')),
  dimensao text not null,
  forma text not null check (forma in ('total', 'lista', 'texto', 'dias', 'nota', 'dia')),
  primary key (canal, dimensao)
);

create table estatistica.valor (
  canal text not null,
  dimensao text not null,
  valor text not null,
  primary key (canal, dimensao, valor),
  foreign key (canal, dimensao) references estatistica.dimensao
);

-- `origem`: `registro` is counted from cases, `importacao` comes from a file. `demonstracao_retirada` counts for nothing.
create table estatistica.soma (
  canal text not null,
  ano smallint not null,
  dimensao text not null,
  mes smallint not null check (mes between 1 and 12),
  valor text not null,
  origem text not null check (origem in ('registro', 'importacao', 'demonstracao', 'demonstracao_retirada')),
  quantidade integer not null,
  primary key (canal, ano, dimensao, mes, valor, origem),
  foreign key (canal, dimensao) references estatistica.dimensao
);
create index soma_total on estatistica.soma (canal, ano, mes) where dimensao = 'total';
create index soma_da_demonstracao on estatistica.soma (canal) where origem like 'demonstracao%';
create index soma_vazia on estatistica.soma (canal) where quantidade = 0;

-- What cases have added since it was last added up. Transactions that count cases of one month would wait for each other's rows of `soma`; here
-- each adds rows of its own.
create table estatistica.parcela (
  id bigint generated always as identity primary key,
  canal text not null,
  ano smallint not null,
  dimensao text not null,
  mes smallint not null,
  valor text not null,
  quantidade integer not null
);

-- When the numbers from cases were last added up.
create table estatistica.atualizacao (
  canal text primary key check (canal in ('ouvidoria', 'sic')),
  em timestamptz
);

-- Tells listeners that the report of a channel has other numbers, as the notices of tables do. No row is updated for it: those who count cases
-- would wait for each other.
create function estatistica.avisar(canal text) returns void language plpgsql as $$
declare
  aviso jsonb := pg_catalog.jsonb_build_object('table', 'relatorio_estatistico', 'key', canal, 'op', 'INSERT', 'refs', '[]'::jsonb);
begin
  perform pg_catalog.pg_notify('conteudo', aviso::text);
  perform public.registrar_mudanca(aviso);
end
$$;

-- Adds up what waits, and tells once of all of it. One transaction at a time does so, and no other waits for it: what it finds committed is
-- everything but what is being written at the same moment, which the next one finds. The servers do it every few seconds.
--
-- Who counts a case does not tell that its report has other numbers. Each notice is a row of the log, a message to every replica and a purge of the
-- report, and transactions that notify commit one after another: at two hundred cases a second it is a fifth of what a registration costs.
create function public.recolher_estatisticas(limite integer default 5000) returns public.rotina_de_casos language plpgsql volatile as $$
declare
  canais text[];
  quantas integer;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtext('estatistica.recolher')) then
    return row(0)::public.rotina_de_casos;
  end if;
  with recolhida as (
    delete from estatistica.parcela
     where id in (select p.id from estatistica.parcela p order by p.id limit least(limite, 50000) for update skip locked)
    returning canal, ano, dimensao, mes, valor, quantidade
  ), somada as (
    insert into estatistica.soma as s (canal, ano, dimensao, mes, valor, origem, quantidade)
    select canal, ano, dimensao, mes, valor, 'registro', sum(quantidade) from recolhida
     group by canal, ano, dimensao, mes, valor having sum(quantidade) <> 0
    on conflict (canal, ano, dimensao, mes, valor, origem) do update set quantidade = s.quantidade + excluded.quantidade
  )
  select array_agg(distinct r.canal), count(*) into canais, quantas from recolhida r;
  if quantas = 0 then
    return row(0)::public.rotina_de_casos;
  end if;
  delete from estatistica.soma where quantidade = 0;
  update estatistica.atualizacao a set em = casos.agora() where a.canal = any (canais);
  perform estatistica.avisar(c.canal) from unnest(canais) c (canal);
  return row(quantas)::public.rotina_de_casos;
end
$$;

-- The numbers of the channel in the months of `anos`, days in place of due dates. What a dimension does not say of a month's cases is counted as
-- `nao_informado`, so that the values of a dimension always add up to the total. The day is asked for once, and not for each due date.
create function estatistica.celulas(canal text, anos smallint[])
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

insert into estatistica.dimensao (canal, dimensao, forma)
select c.canal, d.dimensao, d.forma
  from (values ('ouvidoria'), ('sic')) c (canal)
  cross join (values ('total', 'total'), ('situacao', 'lista'), ('vence', 'dia'), ('prorrogacao', 'lista'), ('dias', 'dias'), ('assunto', 'texto'),
    ('canal_entrada', 'lista'), ('pessoa', 'lista'), ('uf', 'texto'), ('municipio', 'texto'), ('faixa_etaria', 'texto'), ('genero', 'texto'),
    ('escolaridade', 'texto')) d (dimensao, forma)
union all
values ('ouvidoria', 'tipo', 'lista'), ('ouvidoria', 'identificacao', 'lista'), ('ouvidoria', 'resolutividade', 'lista'),
  ('ouvidoria', 'nota', 'nota'), ('sic', 'tipo_resposta', 'lista'), ('sic', 'fundamento', 'lista'), ('sic', 'imediata', 'lista'),
  ('sic', 'recurso', 'lista'), ('sic', 'nota', 'nota'), ('sic', 'solicitante', 'lista');

insert into estatistica.valor (canal, dimensao, valor)
select d.canal, v.dimensao, pg_catalog.unnest(v.valores)
  from (values
    ('tipo', array['denuncia', 'reclamacao', 'solicitacao', 'sugestao', 'elogio', 'simplifique']),
    ('situacao', array['respondida_no_prazo', 'respondida_com_prorrogacao', 'respondida_fora_do_prazo', 'em_andamento', 'em_atraso', 'arquivada',
      'encaminhada_externa']),
    ('canal_entrada', array['site', 'presencial', 'telefone', 'carta', 'email', 'falabr']),
    ('identificacao', array['identificada', 'sigilosa', 'anonima']),
    ('prorrogacao', array['prorrogada']),
    ('resolutividade', array['resolvida', 'parcial', 'nao_resolvida']),
    ('pessoa', array['pf', 'pj']),
    ('tipo_resposta', array['acesso_concedido', 'acesso_parcialmente_concedido', 'acesso_negado', 'informacao_inexistente',
      'nao_e_pedido_de_informacao', 'orgao_sem_competencia', 'pergunta_duplicada']),
    ('fundamento', array['dado_pessoal', 'sigilo_legal', 'informacao_classificada', 'pedido_generico', 'desproporcional', 'trabalho_adicional',
      'segredo']),
    ('imediata', array['imediata']),
    ('recurso', array['em_andamento', 'provido', 'parcial', 'desprovido', 'nao_conhecido']),
    ('solicitante', array['distinto'])
  ) v (dimensao, valores)
  join estatistica.dimensao d on d.dimensao = v.dimensao and d.forma = 'lista';

insert into estatistica.atualizacao (canal) values ('ouvidoria'), ('sic');
