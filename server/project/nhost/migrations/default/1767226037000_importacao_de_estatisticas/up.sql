-- Statistics from a file (CSV): those of years before the first case, of a channel that another system keeps, and of the demonstration. Adding a
-- row of `importacao_de_estatistica` imports its file, or refuses it whole; `conferir_estatistica` says beforehand what is wrong with it.

-- The file itself is not kept: its rows are in the numbers, and small ones are nobody's to read. Those who answer citizens import as
-- administrators do.
create table public.importacao_de_estatistica (
  id bigint generated always as identity primary key,
  nome text not null check (nome <> '' and length(nome) <= 200),
  conteudo text,
  linhas integer not null default 0,
  demonstracao boolean not null default false,
  usuario uuid,
  feita_em timestamptz not null default now()
);

-- The months of each import. Without `desfeito_em` and without a later import of the month, it counts as this import says.
create table estatistica.mes_importado (
  importacao_id bigint not null references public.importacao_de_estatistica (id) deferrable initially deferred,
  canal text not null,
  ano smallint not null,
  mes smallint not null,
  casos integer not null,
  desfeito_em timestamptz,
  desfeito_por uuid,
  primary key (importacao_id, canal, ano, mes)
);
create index mes_importado_por_mes on estatistica.mes_importado (canal, ano, mes, importacao_id desc) where desfeito_em is null;

-- The numbers that an import replaced, kept in the schema that nobody reads, so that a month goes back to what it was. Those of the fifty newest
-- imports are kept.
create table estatistica.substituida (
  importacao_id bigint not null,
  canal text not null,
  ano smallint not null,
  mes smallint not null,
  dimensao text not null,
  valor text not null,
  quantidade integer not null,
  primary key (importacao_id, canal, ano, mes, dimensao, valor)
);

-- A text as the codes of dimensions and values are written.
create function estatistica.codigo(texto text) returns text language sql immutable strict parallel safe
  return case when texto ~ '^[a-z0-9_]*$' then texto
    else trim(both '_' from pg_catalog.regexp_replace(public.pt_sem_acento(texto), '[^a-z0-9]+', '_', 'g')) end;

-- The lines of a file with their columns, in UTF-8 with or without the byte order mark, separated by `;` or `,` as its first line is. A cell may be
-- quoted. `colunas` is how many cells the line has beyond those of the first; empty lines are left out. No line where the first one does not name all
-- columns.
create function estatistica.ler_arquivo(conteudo text)
returns table (linha integer, colunas integer, canal text, ano text, mes text, dimensao text, valor text, quantidade text)
language plpgsql immutable as $$
declare
  separador text;
  nomes text[];
  campo text;
  colunas_do_arquivo text[] := array['canal', 'ano', 'mes', 'dimensao', 'valor', 'quantidade'];
  lugares integer[];
begin
  separador := case when substring(ler_arquivo.conteudo from '[^\r\n]*[[:alpha:]][^\r\n]*') like '%;%' then ';' else ',' end;
  campo := pg_catalog.format('%s(?:\s*"((?:[^"]|"")*)"\s*(?=%s|$)|([^%s]*))', separador, separador, separador);
  for linha, nomes in
    select l.numero, array(select pg_catalog.btrim(coalesce(pg_catalog.replace(m[1], '""', '"'), m[2]))
                             from pg_catalog.regexp_matches(separador || l.texto, campo, 'g') m)
      from pg_catalog.regexp_split_to_table(pg_catalog.ltrim(ler_arquivo.conteudo, chr(65279)), '\r\n|\n|\r') with ordinality l (texto, numero)
     where pg_catalog.btrim(l.texto, ' ;,' || chr(9)) <> '' order by l.numero limit 1
  loop
    nomes := array(select estatistica.codigo(n) from pg_catalog.unnest(nomes) with ordinality x (n, vez) order by vez);
    if not nomes @> colunas_do_arquivo then
      return;
    end if;
    lugares := array(select array_position(nomes, n) from pg_catalog.unnest(colunas_do_arquivo) with ordinality x (n, vez) order by vez);
    return query
    select l.numero::integer, pg_catalog.cardinality(c.campos) - pg_catalog.cardinality(nomes),
           estatistica.codigo(pg_catalog.btrim(c.campos[lugares[1]])), pg_catalog.btrim(c.campos[lugares[2]]),
           pg_catalog.btrim(c.campos[lugares[3]]), estatistica.codigo(pg_catalog.btrim(c.campos[lugares[4]])),
           pg_catalog.regexp_replace(pg_catalog.btrim(c.campos[lugares[5]]), '\s+', ' ', 'g'), pg_catalog.btrim(c.campos[lugares[6]])
      from pg_catalog.regexp_split_to_table(pg_catalog.ltrim(ler_arquivo.conteudo, chr(65279)), '\r\n|\n|\r') with ordinality l (texto, numero)
     cross join lateral (
       select case when l.texto not like '%"%' then pg_catalog.string_to_array(l.texto, separador)
         else array(select coalesce(pg_catalog.replace(m[1], '""', '"'), m[2])
                      from pg_catalog.regexp_matches(separador || l.texto, campo, 'g') m) end as campos) c
     where l.numero > linha and pg_catalog.btrim(l.texto, ' ;,' || chr(9)) <> '';
    return;
  end loop;
end
$$;

-- The rows of a file with values as they are kept; null where a cell cannot be read.
create function estatistica.linhas_do_arquivo(conteudo text)
returns table (linha integer, colunas integer, canal text, ano smallint, mes smallint, dimensao text, valor text, quantidade integer, forma text,
  escrito text[]) language sql stable as $$
  select a.linha, a.colunas, case when a.canal in ('ouvidoria', 'sic') then a.canal end,
         case when a.ano ~ '^(20)\d\d$' then a.ano::smallint end,
         case when a.mes ~ '^(0?[1-9]|1[0-2])$' then a.mes::smallint end,
         d.dimensao,
         case d.forma when 'total' then 'total' when 'texto' then nullif(a.valor, '') when 'lista' then v.valor
           when 'dias' then case when a.valor ~ '^\d{1,4}$' then a.valor::integer::text end
           when 'nota' then case when a.valor ~ '^[1-5]$' then a.valor end end,
         case when a.quantidade ~ '^\d{1,7}$' and a.quantidade::integer <= 1000000 then a.quantidade::integer end,
         d.forma, array[a.canal, a.ano, a.mes, a.dimensao, a.valor, a.quantidade]
    from (select l.*, estatistica.codigo(l.valor) as codigo from estatistica.ler_arquivo(conteudo) l offset 0) a
    left join estatistica.dimensao d on d.canal = a.canal and d.dimensao = a.dimensao and d.forma <> 'dia'
    left join estatistica.valor v on v.canal = d.canal and v.dimensao = d.dimensao and v.valor = a.codigo
$$;

-- A problem of a file, with the number of its line. Only a function returns such rows.
create view public.problema_da_importacao as select null::integer as linha, null::text as mensagem where false;

-- All that is wrong with a file, each with its line.
create function public.conferir_estatistica(conteudo text)
returns setof public.problema_da_importacao language plpgsql stable rows 100 as $$
begin
  if pg_catalog.length(conteudo) > 2000000 then
    return query select 1, 'O arquivo é grande demais: o limite é de 2.000.000 de caracteres.';
    return;
  end if;
  return query
  with lida as materialized (
    select * from estatistica.linhas_do_arquivo(conteudo)
  ), problema as (
    select l.linha, e.mensagem
      from (select x.*, x.colunas = 0 as inteira,
                   lag(x.linha) over (partition by x.canal, x.ano, x.mes, x.dimensao, x.valor order by x.linha) as repetida from lida x) l
     cross join lateral (values
       (case when l.colunas < 0 then 'Faltam colunas.'
             when l.colunas > 0 then 'Há colunas a mais. Um texto com o separador precisa de aspas.' end),
       (case when l.inteira and l.canal is null then pg_catalog.format('O canal “%s” não existe: use ouvidoria ou sic.', l.escrito[1]) end),
       (case when l.inteira and l.ano is null then pg_catalog.format('“%s” não é um ano a partir de 2000.', l.escrito[2]) end),
       (case when l.inteira and l.mes is null then pg_catalog.format('“%s” não é um mês, de 1 a 12.', l.escrito[3]) end),
       (case when l.inteira and pg_catalog.make_date(l.ano, l.mes, 1) > (select public.hoje())
          then pg_catalog.format('O mês %s/%s ainda não começou.', l.mes, l.ano) end),
       (case when l.inteira and l.canal is not null and l.dimensao is null
          then pg_catalog.format('A dimensão “%s” não existe no canal %s.', l.escrito[4], l.canal) end),
       (case when not l.inteira or l.dimensao is null then null
             when l.escrito[5] like '%' || chr(65533) || '%' then 'Há letras ilegíveis no valor: o arquivo não foi gravado em UTF-8.'
             when l.forma = 'texto' and l.escrito[5] ~ '^[=+@-]'
               then pg_catalog.format('O valor “%s” parece uma fórmula: escreva o resultado dela.', l.escrito[5])
             when l.valor is null and l.forma = 'lista' then pg_catalog.format('O valor “%s” não existe na dimensão %s. Use: %s.', l.escrito[5], l.dimensao,
               (select string_agg(v.valor, ', ' order by v.valor) from estatistica.valor v where v.canal = l.canal and v.dimensao = l.dimensao))
             when l.valor is null then pg_catalog.format('O valor “%s” não serve para a dimensão %s.', l.escrito[5], l.dimensao)
             when pg_catalog.length(l.valor) > 80 then 'O valor tem mais de 80 caracteres.'
             when l.forma = 'texto' and public.mostra_cpf(l.valor) then 'O valor mostra um CPF: a estatística não identifica pessoas.' end),
       (case when l.inteira and l.quantidade is null
          then pg_catalog.format('A quantidade “%s” não é um número inteiro de 0 a 1.000.000.', l.escrito[6]) end),
       (case when l.inteira and l.repetida is not null and l.canal is not null and l.ano is not null and l.mes is not null and l.valor is not null
          then pg_catalog.format('Repete a linha %s: mesmo canal, mês, dimensão e valor.', l.repetida) end)
     ) e (mensagem)
     where e.mensagem is not null
  ), soma as (
    select l.canal, l.ano, l.mes, l.dimensao, sum(l.quantidade) as soma, max(l.linha) as linha,
           sum(sum(l.quantidade) filter (where l.forma = 'total')) over (partition by l.canal, l.ano, l.mes) as total
      from lida l
     where l.canal is not null and l.ano is not null and l.mes is not null and l.valor is not null and l.quantidade is not null
     group by l.canal, l.ano, l.mes, l.dimensao
  ), todos as (
    select p.linha, p.mensagem from problema p
    union all
    select s.linha, case when s.total is null then pg_catalog.format('Falta a linha com o total de %s/%s.', s.mes, s.ano)
        else pg_catalog.format('A soma de %s em %s/%s é %s, e o total do mês é %s.', s.dimensao, s.mes, s.ano, s.soma, s.total) end
      from soma s where s.total is null or s.soma > s.total
    union all
    select 1, 'O arquivo não tem linhas, ou a primeira não traz os nomes das colunas: canal, ano, mes, dimensao, valor e quantidade, separados por ponto e vírgula ou vírgula.'
     where not exists (select from lida)
  )
  select t.linha, t.mensagem from todos t order by t.linha, t.mensagem limit 20000;
end
$$;

-- What a file would change, month by month. Only a function returns such rows.
create view public.mes_a_importar as
  select null::text as canal, null::integer as ano, null::integer as mes, null::integer as linhas, null::integer as casos_antes,
         null::integer as casos_depois, null::boolean as tem_registros, null::boolean as retira_demonstracao
   where false;

-- What a file without a problem would change. `tem_registros`: this site has counted cases of that month, to which the file's are added.
create function public.prever_importacao(conteudo text) returns setof public.mes_a_importar language sql stable rows 100 as $$
  with mes as (
    select l.canal, l.ano, l.mes, count(*)::integer as linhas, sum(l.quantidade) filter (where l.forma = 'total') as casos
      from estatistica.linhas_do_arquivo(conteudo) l
     where l.canal is not null and l.ano is not null and l.mes is not null
     group by l.canal, l.ano, l.mes
  )
  select m.canal, m.ano::integer, m.mes::integer, m.linhas,
         (select s.quantidade from estatistica.soma s where s.canal = m.canal and s.ano = m.ano and s.dimensao = 'total' and s.mes = m.mes
             and s.valor = 'total' and s.origem = 'importacao'),
         m.casos::integer,
         exists (select from estatistica.soma s where s.canal = m.canal and s.ano = m.ano and s.dimensao = 'total' and s.mes = m.mes
             and s.valor = 'total' and s.origem = 'registro')
           or exists (select from estatistica.parcela p where p.canal = m.canal and p.ano = m.ano and p.mes = m.mes and p.dimensao = 'total'),
         exists (select from estatistica.soma s where s.canal = m.canal and s.origem like 'demonstracao%')
    from mes m order by m.canal, m.ano, m.mes
$$;

-- A file replaces what was imported for its months, and not for their years: an institution imports month by month. The institution's own numbers
-- take the place of all invented ones of the channel.
create function estatistica.importar() returns trigger language plpgsql as $$
declare
  problemas text;
  canal_lido text;
begin
  select pg_catalog.string_agg(pg_catalog.format('Linha %s: %s', p.linha, p.mensagem), ' ' order by p.linha) into problemas
    from (select * from public.conferir_estatistica(coalesce(new.conteudo, '')) limit 10) p;
  if problemas is not null then
    raise exception '%', problemas using errcode = 'check_violation', constraint = 'importacao_de_estatistica_conferida';
  end if;
  -- Two imports of the same months would each keep rows of the other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('estatistica.importar'));
  create temporary table linha_importada on commit drop as select * from estatistica.linhas_do_arquivo(new.conteudo);
  if not new.demonstracao then
    insert into estatistica.mes_importado (importacao_id, canal, ano, mes, casos)
    select new.id, l.canal, l.ano, l.mes, sum(l.quantidade) filter (where l.forma = 'total') from linha_importada l group by l.canal, l.ano, l.mes;
    insert into estatistica.substituida (importacao_id, canal, ano, mes, dimensao, valor, quantidade)
    select new.id, s.canal, s.ano, s.mes, s.dimensao, s.valor, s.quantidade
      from estatistica.soma s
      join estatistica.mes_importado m on m.importacao_id = new.id and (m.canal, m.ano, m.mes) = (s.canal, s.ano, s.mes)
     where s.origem = 'importacao';
    delete from estatistica.substituida s where s.importacao_id <= new.id - 50;
  end if;
  delete from estatistica.soma s
   where s.origem like 'demonstracao%' and s.canal in (select l.canal from linha_importada l)
      or s.origem = 'importacao' and (s.canal, s.ano, s.mes) in (select l.canal, l.ano, l.mes from linha_importada l);
  insert into estatistica.soma (canal, ano, dimensao, mes, valor, origem, quantidade)
  select l.canal, l.ano, l.dimensao, l.mes, l.valor, case when new.demonstracao then 'demonstracao' else 'importacao' end, l.quantidade
    from linha_importada l where l.quantidade > 0;
  get diagnostics new.linhas = row_count;
  for canal_lido in select distinct l.canal from linha_importada l loop
    perform estatistica.avisar(canal_lido);
  end loop;
  drop table linha_importada;
  new.conteudo := null;
  return new;
end
$$;

create trigger importar before insert on public.importacao_de_estatistica for each row execute function estatistica.importar();

-- The months of the imports, and whether each may go back to what it was.
create view public.mes_de_importacao as
  select m.importacao_id, m.canal, m.ano::integer as ano, m.mes::integer as mes, m.casos, m.desfeito_em, m.desfeito_por,
         m.desfeito_em is null and m.importacao_id > (select coalesce(max(i.id), 0) - 50 from public.importacao_de_estatistica i)
           and not exists (
             select from estatistica.mes_importado d
              where d.canal = m.canal and d.ano = m.ano and d.mes = m.mes and d.importacao_id > m.importacao_id and d.desfeito_em is null
           ) as pode_desfazer
    from estatistica.mes_importado m;

-- Puts back what an import replaced, of all its months or of one. A month that was imported again afterwards goes back by that import first.
create function public.desfazer_importacao(importacao_id bigint, canal text default null, ano integer default null, mes integer default null)
returns setof public.mes_de_importacao language plpgsql volatile rows 12 as $$
declare
  canal_desfeito text;
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('estatistica.importar'));
  create temporary table mes_desfeito on commit drop as
  select m.canal, m.ano, m.mes, m.pode_desfazer from public.mes_de_importacao m
   where m.importacao_id = desfazer_importacao.importacao_id and m.desfeito_em is null
     and (desfazer_importacao.canal is null or m.canal = desfazer_importacao.canal)
     and (desfazer_importacao.ano is null or m.ano = desfazer_importacao.ano)
     and (desfazer_importacao.mes is null or m.mes = desfazer_importacao.mes);
  if not exists (select from mes_desfeito) then
    raise exception 'Regra do site (): Não há mês desta importação para desfazer.' using errcode = 'check_violation';
  elsif exists (select from mes_desfeito d where not d.pode_desfazer) then
    raise exception 'Regra do site (): Um dos meses foi importado de novo depois: desfaça primeiro a importação mais nova.'
      using errcode = 'check_violation';
  end if;
  delete from estatistica.soma s using mes_desfeito d
   where s.origem = 'importacao' and (s.canal, s.ano, s.mes) = (d.canal, d.ano, d.mes);
  with volta as (
    delete from estatistica.substituida s using mes_desfeito d
     where s.importacao_id = desfazer_importacao.importacao_id and (s.canal, s.ano, s.mes) = (d.canal, d.ano, d.mes)
    returning s.*
  )
  insert into estatistica.soma (canal, ano, dimensao, mes, valor, origem, quantidade)
  select v.canal, v.ano, v.dimensao, v.mes, v.valor, 'importacao', v.quantidade from volta v;
  update estatistica.mes_importado m set desfeito_em = now(), desfeito_por = casos.quem()
    from mes_desfeito d
   where m.importacao_id = desfazer_importacao.importacao_id and (m.canal, m.ano, m.mes) = (d.canal, d.ano, d.mes);
  for canal_desfeito in select distinct d.canal from mes_desfeito d loop
    perform estatistica.avisar(canal_desfeito);
  end loop;
  return query
  select v.* from public.mes_de_importacao v join mes_desfeito d on (v.canal, v.ano, v.mes) = (d.canal, d.ano, d.mes)
   where v.importacao_id = desfazer_importacao.importacao_id order by v.canal, v.ano, v.mes;
  drop table mes_desfeito;
end
$$;

-- The invented numbers go and come back with the rest of the demonstration. They do not come back beside the institution's own.
create function estatistica.trocar_demonstracao() returns trigger language plpgsql as $$
begin
  update estatistica.soma s set origem = case new.acao when 'retirar' then 'demonstracao_retirada' else 'demonstracao' end
   where s.origem = case new.acao when 'retirar' then 'demonstracao' else 'demonstracao_retirada' end;
  perform estatistica.avisar(a.canal) from estatistica.atualizacao a;
  return null;
end
$$;

create trigger trocar_estatistica after insert on public.troca_de_conteudo for each row execute function estatistica.trocar_demonstracao();
