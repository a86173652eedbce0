-- Searches that a stranger tried: words that say nothing, words of lists, the present year, and names that no text has.

-- Words that ask or link. The list before had line ends among its words, so "numero" and "deu" were none of them.
create or replace function indice.vazias() returns text[] language sql immutable parallel safe
  return regexp_split_to_array('a o e as os um uma de da do em na no para por com que qual quais quem como onde quando quanto quantos quantas custa n nr num numero
    esta estao sao ser seu sua meu minha eu me se ao pelo pela posso pode preciso precisa quero fazer faz faco ter tem tenho vai foi mais sobre ver cai cair
    fica ficar sai sair vem devo deve deu achar encontrar existe existem favor gostaria saber consigo nao ja isso este essa cade consultar baixar pdf site
    todo toda meus minhas estou era vou vamos pra pro vc voce dos das lista relacao funciona ultimo ultima ultimos ultimas recente recentes atual atuais', '\s+');

-- On its own site the institution's name says nothing either.
create function indice.nome_da_casa() returns text[] language sql stable
  return 'instituto'::text || (select string_to_array(indice.normalizar(c.sigla), ' ') from public.configuracao_site c where c.id = 1);

-- What a word stands for. Words in "r" and "z" have another stem in the plural ("parecer", "pareceres"). What has no year is of the present one: pages,
-- services, lists and people answer "conselho fiscal 2026" as well.
create or replace function indice.sentidos(lexema text, palavra text) returns text language plpgsql stable as $$
declare
  formas text[] := array[lexema] || case when palavra ~ '[aeo]r$|[aeiou]z$' then indice.em_ordem(palavra || 'es')
    when palavra ~ '([aeo]r|[aeiou]z)e$' then indice.em_ordem(left(palavra, -1)) else '{}' end;
begin
  return (select string_agg(s.consulta, ' | ') from (
    select quote_literal(l) as consulta from unnest(formas) l
    union all select quote_literal('#0') where palavra = extract(year from public.hoje())::text
    union all select quote_literal(substr(palavra, 4)) where palavra ~ '^mes\d\d?$'
    union all select quote_literal(l) from unnest(indice.em_ordem(indice.mes_de(palavra))) l
    union all select quote_literal(indice.ordinal(lexema)) where indice.ordinal(lexema) is not null
    union all select f.consulta from unnest(formas) l join indice.forma f on f.lexemas = array[l]
    union all (select quote_literal(p.lexema) from indice.palavra p
                where length(sentidos.lexema) >= 5 and not exists (select from indice.palavra k where k.lexema = sentidos.lexema) and p.lexema ~>~ sentidos.lexema and p.lexema ~<~ (sentidos.lexema || '~')
                group by p.lexema order by length(p.lexema), p.lexema limit 8)
  ) s);
end
$$;

-- Of two words that are as near, the one that a page or a list is named by is meant ("conselho fical" is "fiscal", not "ficam"). A word and its neighbour may
-- be one word with a mistake ("contra cheqe").
do $$
declare
  antes text := pg_get_functiondef('indice.palavra_parecida(text)'::regprocedure);
  depois text := replace(antes, 'order by c.distancia, abs(', 'order by c.distancia, not exists (select from indice.item i where i.ano is null and i.principal @@ (quote_literal(c.lexema) || '':A'')::tsquery), abs(');
begin
  if depois = antes then
    raise exception 'indice.palavra_parecida is not the function that this migration changes';
  end if;
  execute depois;
  antes := pg_get_functiondef('indice.corrigir(text[], text[])'::regprocedure);
  depois := replace(antes, 'join indice.palavra p on p.dobrada = palavras[l.lugar] || palavras[l.lugar + 1]
     where indice.ha_com(p.lexema) limit 1;', 'join indice.palavra p on p.dobrada % (palavras[l.lugar] || palavras[l.lugar + 1])
     where indice.distancia(p.dobrada, palavras[l.lugar] || palavras[l.lugar + 1]) < 2 and indice.ha_com(p.lexema)
     order by indice.distancia(p.dobrada, palavras[l.lugar] || palavras[l.lugar + 1]) limit 1;');
  if depois = antes then
    raise exception 'indice.corrigir is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- Of the name of a list only its first word stands for the list ("pareceres", "DAIR"), and its short name as a whole. "Fiscal" or "previdência" alone do not.
create or replace function indice.anotar_categorias() returns trigger language plpgsql as $$
begin
  lock table indice.forma in share row exclusive mode;
  delete from indice.forma where tabela = 'categoria_documento';
  insert into indice.forma
  select distinct 'categoria_documento', c.slug, f.lexemas, quote_literal('@' || c.slug)
    from public.categoria_documento c cross join lateral (
      select (indice.em_ordem(c.rotulo))[:1] union select (indice.em_ordem(c.rotulo_curto))[:1] union select indice.em_ordem(c.rotulo_curto)) f (lexemas)
   where c.ativo and cardinality(f.lexemas) > 0;
  return null;
end
$$;
update public.categoria_documento set slug = slug where false;

-- What a search asks for. Words that say nothing are taken only where there is no other.
create or replace function indice.interpretar(q text, out palavras text[], out exatas text[], out unidades text[], out frases tsquery, out fora tsquery)
language plpgsql stable set enable_seqscan = off as $$
declare
  texto text;
  sentido text[];
  nome record;
  lugar integer := 1;
  vazias text[] := indice.vazias() || indice.nome_da_casa();
begin
  texto := translate(left(regexp_replace(lower(q), '[[:cntrl:]]', ' ', 'g'), 200), '“”„', '"""');
  select pg_catalog.string_agg(f.frase::text, ' & ')::tsquery into frases
    from regexp_matches(texto, '"([^"]+)"', 'g') m
    cross join lateral (select phraseto_tsquery('pg_catalog.portuguese', indice.normalizar(replace(m[1], '-', ' ')))) f (frase)
   where numnode(f.frase) > 1;
  select string_agg(quote_literal(l), ' | ')::tsquery into fora
    from regexp_matches(texto, '(?:^|\s)-([^\s"-]\S*)', 'g') m cross join lateral unnest(indice.em_ordem(m[1])) l;
  texto := regexp_replace(replace(regexp_replace(texto, '(^|\s)-[^\s"-]\S*', ' ', 'g'), '"', ' '), '\m0?(\d|1[0-2])/((?:19|20)\d\d)\M', 'mes\1 \2', 'g');
  select coalesce(array_agg(t.palavra order by t.vez), '{}'), coalesce(array_agg(t.lexema order by t.vez), '{}') into palavras, exatas from (
    select g.palavra, g.lexema, g.vez from (
      select p.palavra, v.lexema[1] as lexema, min(p.vez) as vez, n.nada, bool_and(n.nada) over () as todas
        from regexp_split_to_table(regexp_replace(public.pt_sem_acento(texto), '[^a-z0-9.-]+', ' ', 'g'), ' ') with ordinality b (bruta, vez)
        cross join lateral (select case when exists (select from indice.palavra where dobrada = replace(b.bruta, '-', ''))
          then replace(b.bruta, '-', '') else replace(b.bruta, '-', ' ') end) c (inteira)
        cross join lateral (select x, b.vez * 100 + n from regexp_split_to_table(trim(indice.normalizar(c.inteira)), ' ') with ordinality s (x, n)) p (palavra, vez)
        cross join lateral (select indice.em_ordem(case when p.palavra ~ '^mes\d\d?$' then indice.mes_de(p.palavra) else p.palavra end)) v (lexema)
        cross join lateral (select p.palavra = any (vazias)) n (nada)
       where cardinality(v.lexema) = 1 group by 1, 2, 4) g
     where not g.nada or g.todas order by g.vez limit 8) t;
  select array_agg('(' || indice.sentidos(e, palavras[n]) || ')' order by n) into sentido from unnest(exatas) with ordinality u (e, n);
  unidades := '{}';
  -- From each place the longest name of several words that begins there.
  while lugar <= cardinality(exatas) loop
    select cardinality(f.lexemas) as comprimento, string_agg(distinct f.consulta, ' | ') as consulta into nome
      from indice.forma f
     where f.lexemas[1] = exatas[lugar] and cardinality(f.lexemas) > 1 and f.lexemas = exatas[lugar:lugar + cardinality(f.lexemas) - 1]
     group by 1 order by 1 desc limit 1;
    if nome.comprimento is null then
      unidades := unidades || sentido[lugar];
      lugar := lugar + 1;
    else
      unidades := unidades || ('((' || array_to_string(sentido[lugar:lugar + nome.comprimento - 1], ' & ') || ') | ' || nome.consulta || ')');
      lugar := lugar + nome.comprimento;
    end if;
  end loop;
end
$$;

do $$
declare
  antes text := pg_get_functiondef('public.buscar(text, text, text, integer, integer, integer)'::regprocedure);
  depois text;
begin
  -- A name of several words that no row has is asked for by its words.
  depois := replace(antes, '  -- Few have all the words:', '  if cardinality(encontrados) = 0 and cardinality(pedido.unidades) = 1 and cardinality(pedido.exatas) > 1 and pedido.frases is null then
    pedido.unidades := array(select quote_literal(e) from unnest(pedido.exatas) e);
  end if;
  -- Few have all the words:');
  -- Rows that only have the words somewhere in their texts are few as well, however many they are. They are worth something for having all of them.
  depois := replace(depois, 'if cardinality(encontrados) < 5 and cardinality(pedido.unidades) > 1 and pedido.frases is null then', 'if cardinality(pedido.unidades) > 1 and pedido.frases is null
     and (select count(*) from (select from indice.item i where i.id = any (encontrados) and i.principal @@ indice.juntar(pedido.unidades, '' & '') limit 5) p) < 5 then');
  depois := replace(depois, ' + 0.01)', ' + 0.01 + 0.6 * (i.termos @@ todas)::integer)');
  depois := replace(depois, '  algumas := indice.juntar(pedido.unidades, '' | '');', '  algumas := indice.juntar(pedido.unidades, '' | '');
  todas := indice.juntar(pedido.unidades, '' & '');');
  depois := replace(depois, '  algumas tsquery;', '  algumas tsquery;
  todas tsquery;');
  -- A page is not worth less for all that it says besides.
  depois := replace(replace(depois, 'i.principal, exatas, 1)', 'i.principal, exatas)'), 'i.principal, algumas, 1)', 'i.principal, algumas)');
  if position('cardinality(pedido.unidades) = 1 and' in depois) = 0 or position('i.principal, exatas)' in depois) = 0 or position('i.principal, algumas)' in depois) = 0
    or position('limit 5) p) < 5 then' in depois) = 0 or position('@@ todas)::integer' in depois) = 0 or position('todas := indice' in depois) = 0 or position('  todas tsquery;' in depois) = 0 then
    raise exception 'buscar is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

-- Papers of meetings speak of everything, and are seldom what somebody looks for by a word in them. The board comes before the councils where both have a president.
do $$
declare
  antes text := pg_get_viewdef('indice.fonte_documento'::regclass);
  depois text := replace(antes, 'END)::real AS fator', 'END * (select case when c.campos ? ''reuniao'' then 0.65 else 1 end from public.categoria_documento c where c.slug = d.categoria_slug))::real AS fator');
begin
  if depois = antes then
    raise exception 'indice.fonte_documento is not the view that this migration changes';
  end if;
  execute 'create or replace view indice.fonte_documento as ' || depois;
  antes := pg_get_viewdef('indice.fonte_membro_orgao'::regclass);
  depois := replace(antes, '(1.3)::real AS fator', '(case o.chave when ''diretoria_executiva'' then 1.35 else 1.3 end)::real AS fator');
  if depois = antes then
    raise exception 'indice.fonte_membro_orgao is not the view that this migration changes';
  end if;
  execute 'create or replace view indice.fonte_membro_orgao as ' || depois;
end
$$;
update indice.item i set fator = 0.65 * i.fator from public.categoria_documento c where i.tabela = 'documento' and c.slug = i.categoria and c.campos ? 'reuniao';
update indice.item i set fator = 1.35 from public.membro_orgao m join public.orgao_colegiado o on o.id = m.orgao_id
 where i.tabela = 'membro_orgao' and i.chave = m.id::text and o.chave = 'diretoria_executiva';

-- The page of contacts has the words of the contacts themselves.
create or replace view indice.fonte_rota as
select m.destino as origem, 'rota' as tabela, m.destino as chave, 'pagina' as tipo, '' as categoria, null::smallint as ano, null::date as data, null::date as dia,
       null::timestamptz as desde, null::timestamptz as ate, null::date as vale_ate, 1.4::real as fator,
       (array_agg(m.rotulo order by m.area <> 'principal', length(m.rotulo) desc, m.id))[1] as titulo,
       (array_agg(m.descricao order by m.descricao is null, length(m.descricao) desc))[1] as resumo,
       m.destino,
       string_agg(distinct m.rotulo, ' ') as a,
       concat_ws(' ', string_agg(distinct m.descricao, ' '), (
         select string_agg(distinct n.nome, ' ') from public.contato t cross join unnest(array[t.tipo, t.rotulo]) n (nome)
          where t.unidade_id is null and m.destino = '/contato/faleConosco')) as b,
       (select string_agg(concat_ws(' ', o.nome, 'composição membros mandato', public.texto_de_html(o.competencias_html),
                (select string_agg(concat_ws(' ', p.nome, r.cargo), ' ') from public.membro_orgao r join public.pessoa p on p.id = r.pessoa_id
                  where r.orgao_id = o.id and r.publicado)), ' ')
          from public.orgao_colegiado o where indice.rota_do_orgao(o.chave) = m.destino) as c,
       null::text as d
  from indice.menu_a_mostra m
 where m.ativo and m.destino_tipo = 'rota' and m.destino <> '/'
 group by m.destino;

drop trigger indexar_insercao on public.contato;
drop trigger indexar_alteracao on public.contato;
drop trigger indexar_exclusao on public.contato;
create trigger indexar_insercao after insert on public.contato referencing new table as depois for each statement
  execute function indice.acompanhar('unidade', 'select unidade_id from linhas', 'rota', 'select ''/contato/faleConosco'' from linhas where unidade_id is null');
create trigger indexar_alteracao after update on public.contato referencing old table as antes new table as depois for each statement
  execute function indice.acompanhar('unidade', 'select unidade_id from linhas', 'rota', 'select ''/contato/faleConosco'' from linhas where unidade_id is null');
create trigger indexar_exclusao after delete on public.contato referencing old table as antes for each statement
  execute function indice.acompanhar('unidade', 'select unidade_id from linhas', 'rota', 'select ''/contato/faleConosco'' from linhas where unidade_id is null');
select indice.refazer('rota', array_agg(distinct destino)) from public.menu_item where destino_tipo = 'rota';
