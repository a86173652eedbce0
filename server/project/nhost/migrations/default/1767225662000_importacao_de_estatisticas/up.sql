-- Statistics from a file (CSV): those of years before the first case, of a channel that another system keeps, and of the demonstration. Adding a
-- row of `importacao_de_estatistica` imports its file, or refuses it whole; `conferir_estatistica` says beforehand what is wrong with it.

create function estatistica.codigo(texto text) returns text language sql immutable strict parallel safe
  return case when texto ~ '^[a-z0-9_]*$' then texto
    else trim(both '_' from pg_catalog.regexp_replace(public.pt_sem_acento(texto), '[^a-z0-9]+', '_', 'g')) end;

-- A problem of a file, with the number of its line. Only a function returns such rows.
create view public.problema_da_importacao as select null::integer as linha, null::text as mensagem where false;

-- The lines of a file with their columns, in UTF-8 with or without the byte order mark, separated by `;` or `,` as its first line is. A cell may be
-- quoted. `colunas` is how many cells the line has; empty lines are left out. No line where the first one does not name all columns.
create function estatistica.ler_arquivo(conteudo text)
returns table (linha integer, colunas integer, canal text, ano text, mes text, dimensao text, valor text, quantidade text) language plpgsql immutable as $$
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
    select l.linha, case
        when l.colunas < 0 then 'Faltam colunas.'
        when l.colunas > 0 then 'Há colunas a mais. Um texto com o separador precisa de aspas.'
        when l.canal is null then pg_catalog.format('O canal “%s” não existe: use ouvidoria ou sic.', l.escrito[1])
        when l.ano is null then pg_catalog.format('“%s” não é um ano a partir de 2000.', l.escrito[2])
        when l.mes is null then pg_catalog.format('“%s” não é um mês, de 1 a 12.', l.escrito[3])
        when pg_catalog.make_date(l.ano, l.mes, 1) > (select public.hoje()) then pg_catalog.format('O mês %s/%s ainda não começou.', l.mes, l.ano)
        when l.dimensao is null then pg_catalog.format('A dimensão “%s” não existe no canal %s.', l.escrito[4], l.canal)
        when l.valor is null and l.forma = 'lista' then pg_catalog.format('O valor “%s” não existe na dimensão %s. Use: %s.', l.escrito[5], l.dimensao,
          (select string_agg(v.valor, ', ' order by v.valor) from estatistica.valor v where v.canal = l.canal and v.dimensao = l.dimensao))
        when l.valor is null then pg_catalog.format('O valor “%s” não serve para a dimensão %s.', l.escrito[5], l.dimensao)
        when pg_catalog.length(l.valor) > 80 then 'O valor tem mais de 80 caracteres.'
        when l.forma = 'texto' and public.mostra_cpf(l.valor) then 'O valor mostra um CPF: a estatística não identifica pessoas.'
        when l.quantidade is null then pg_catalog.format('A quantidade “%s” não é um número inteiro de 0 a 1.000.000.', l.escrito[6])
        when l.repetida is not null then pg_catalog.format('Repete a linha %s: mesmo canal, mês, dimensão e valor.', l.repetida)
      end as mensagem
      from (select x.*, lag(x.linha) over (partition by x.canal, x.ano, x.mes, x.dimensao, x.valor order by x.linha) as repetida from lida x) l
  ), soma as (
    select l.canal, l.ano, l.mes, l.dimensao, sum(l.quantidade) as soma, max(l.linha) as linha,
           sum(sum(l.quantidade) filter (where l.forma = 'total')) over (partition by l.canal, l.ano, l.mes) as total
      from lida l
     where l.canal is not null and l.ano is not null and l.mes is not null and l.valor is not null and l.quantidade is not null
     group by l.canal, l.ano, l.mes, l.dimensao
  ), todos as (
    select p.linha, p.mensagem from problema p where p.mensagem is not null
    union all
    select s.linha, case when s.total is null then pg_catalog.format('Falta a linha com o total de %s/%s.', s.mes, s.ano)
        else pg_catalog.format('A soma de %s em %s/%s é %s, e o total do mês é %s.', s.dimensao, s.mes, s.ano, s.soma, s.total) end
      from soma s where s.total is null or s.soma > s.total
    union all
    select 1, 'O arquivo não tem linhas, ou a primeira não traz os nomes das colunas: canal, ano, mes, dimensao, valor e quantidade, separados por ponto e vírgula ou vírgula.'
     where not exists (select from lida)
  )
  select t.linha, t.mensagem from todos t order by t.linha, t.mensagem limit 100;
end
$$;

-- The file itself is not kept: its rows are in the numbers, and small ones are nobody's to read.
create table public.importacao_de_estatistica (
  id bigint generated always as identity primary key,
  nome text not null check (nome <> '' and length(nome) <= 200),
  conteudo text,
  linhas integer not null default 0,
  demonstracao boolean not null default false,
  usuario uuid,
  feita_em timestamptz not null default now()
);
select public.observar_tabela('public.importacao_de_estatistica');

-- A year of a channel in the file replaces what was imported for it before. The institution's own numbers take the place of all invented ones of
-- the channel.
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
  -- Two imports of the same years would each keep rows of the other.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('estatistica.importar'));
  create temporary table linha_importada on commit drop as select * from estatistica.linhas_do_arquivo(new.conteudo);
  delete from estatistica.soma s
   where s.origem like 'demonstracao%' and s.canal in (select l.canal from linha_importada l)
      or s.origem = 'importacao' and (s.canal, s.ano) in (select l.canal, l.ano from linha_importada l);
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
