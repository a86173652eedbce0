-- What the search says to a visitor: corrections of words that a visitor can find, and excerpts with the page of their own file.

-- Words that ask or link, with those of whole sentences.
do $$
declare
  antes text := pg_get_functiondef('indice.vazias()'::regprocedure);
  depois text := replace(antes, 'baixar pdf site', 'baixar pdf site todo toda meus minhas estou foi era');
begin
  if depois = antes then
    raise exception 'indice.vazias is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

create function indice.ha_com(lexema text) returns boolean language sql stable
  return cardinality(indice.encontrar(quote_literal(lexema)::tsquery, null, 1)) > 0;

-- The written word that a word may have meant: one that begins with it, or the nearest, of those that a row that may be seen has. A third of the
-- letters may differ.
create or replace function indice.palavra_parecida(palavra text) returns text language plpgsql stable set enable_seqscan = off as $$
declare
  candidata record;
begin
  for candidata in
    select c.escrita, c.lexema from (
      (select p.dobrada, p.escrita, p.lexema, 0 as distancia from indice.palavra p
        where p.dobrada % palavra_parecida.palavra and starts_with(p.dobrada, palavra_parecida.palavra) order by length(p.dobrada), p.dobrada limit 3)
      union all
      select p.dobrada, p.escrita, p.lexema, indice.distancia(p.dobrada, palavra_parecida.palavra) from (
        select * from indice.palavra p where p.dobrada % palavra_parecida.palavra
         order by similarity(p.dobrada, palavra_parecida.palavra) desc, p.dobrada limit 12) p
    ) c
     where c.distancia <= greatest(1, length(palavra_parecida.palavra) / 3) and c.dobrada <> all (indice.vazias())
     order by c.distancia, abs(length(c.dobrada) - length(palavra_parecida.palavra)), c.dobrada
  loop
    if indice.ha_com(candidata.lexema) then
      return candidata.escrita;
    end if;
  end loop;
  return null;
end
$$;

-- The words with each that no row has put right: joined with its neighbour ("contra cheque"), or as the nearest one. Null where all are known. A
-- month of "03/2024" is written as such again. Of more than four unknown words the others stay: such a text is no mistyped one.
create or replace function indice.corrigir(palavras text[], exatas text[]) returns text language plpgsql stable set enable_seqscan = off as $$
declare
  corrigidas text[] := palavras;
  vizinha record;
  desconhecidas integer := 0;
begin
  for n in 1 .. cardinality(palavras) loop
    continue when palavras[n] !~ '^[a-z]{3,}$' or corrigidas[n] is distinct from palavras[n] or indice.ha_com(exatas[n]);
    desconhecidas := desconhecidas + 1;
    exit when desconhecidas > 4;
    select p.escrita, l.lugar into vizinha
      from (values (n - 1), (n)) l (lugar) join indice.palavra p on p.dobrada = palavras[l.lugar] || palavras[l.lugar + 1]
     where indice.ha_com(p.lexema) limit 1;
    if found then
      corrigidas[vizinha.lugar] := vizinha.escrita;
      corrigidas[vizinha.lugar + 1] := '';
    else
      corrigidas[n] := coalesce(indice.palavra_parecida(palavras[n]), palavras[n]);
    end if;
  end loop;
  return case when corrigidas <> palavras then (
    select string_agg(coalesce(indice.mes_de(p), p), ' ' order by n)
      from regexp_split_to_table(regexp_replace(array_to_string(array_remove(corrigidas, ''), ' '), '\mmes(\d\d?) ((?:19|20)\d\d)\M', '\1/\2', 'g'), ' ')
        with ordinality s (p, n)) end;
end
$$;

-- Texts of a row, for an excerpt of it, in the order in which a reader meets them.
create function indice.textos_de(tabela text, chave text) returns setof text language plpgsql stable as $$
begin
  case tabela
    when 'documento' then return query select f.texto_extraido from public.documento d join public.documento_arquivo a on a.documento_id = d.id
      join public.arquivo f on f.id = a.arquivo_id where d.id = chave::bigint and not d.contem_dado_pessoal order by a.ordem, f.id;
    when 'comunicado' then return query select indice.texto_de_html(corpo_html) from public.comunicado where id = chave::bigint;
      return query select f.texto_extraido from public.comunicado_arquivo a join public.arquivo f on f.id = a.arquivo_id
        where a.comunicado_id = chave::bigint order by a.ordem, f.id;
    when 'noticia' then return query select indice.texto_de_html(corpo_html) from public.noticia where id = chave::bigint;
    when 'pagina' then return query select indice.texto_de_html(corpo_html) from public.pagina where id = chave::bigint;
    else return;
  end case;
end
$$;

-- Where a row has the first of the words that its summary lacks, and on which page of that file (form feeds end pages). The fold keeps the
-- number of letters, so that a place in it is a place in the text. Around the excerpt more is read, so that no number is cut before it is masked.
create or replace function indice.trecho(tabela text, chave text, resumo text, faltam text[], out trecho text, out pagina integer)
language plpgsql stable as $$
declare
  margem constant integer := 40;
  texto text;
  lugar integer;
  inicio integer;
begin
  trecho := resumo;
  if cardinality(faltam) = 0 then return; end if;
  for texto in select t from indice.textos_de(tabela, chave) t loop
    lugar := regexp_instr(indice.sem_acento(indice.minusculas(texto)),
      '\m(' || (select string_agg(regexp_replace(f, '\W', '', 'g'), '|') from unnest(faltam) f) || ')');
    exit when lugar > 0;
  end loop;
  if coalesce(lugar, 0) = 0 then return; end if;
  if strpos(texto, chr(12)) > 0 then
    pagina := length(left(texto, lugar)) - length(replace(left(texto, lugar), chr(12), '')) + 1;
  end if;
  inicio := greatest(1, lugar - 80 - margem);
  trecho := indice.sem_cpf(substr(texto, inicio, 300 + 2 * margem));
  if inicio > 1 then trecho := regexp_replace(substr(trecho, margem + 1), '^\S*\s', '… '); end if;
  if length(trecho) > 300 then trecho := regexp_replace(left(trecho, 300), '\s\S*$', ' …'); end if;
  trecho := trim(regexp_replace(trecho, '\s+', ' ', 'g'));
end
$$;
drop function indice.texto_de;

-- "03/2024" is kept as "mes3 2024": a visitor may look for "m3" and "m2".
do $$
declare
  troca record;
  antes text;
  depois text;
begin
  for troca in select * from (values
    ('indice.interpretar(text)', array['''m\1 \2''', '''mes\1 \2''', '''^m\d\d?$''', '''^mes\d\d?$''']),
    ('indice.sentidos(text, text)', array['substr(palavra, 2)', 'substr(palavra, 4)', '''^m\d\d?$''', '''^mes\d\d?$''']),
    ('indice.mes_de(text)', array['''^m(\d\d?)$''', '''^mes(\d\d?)$''']),
    ('public.buscar(text, text, text, integer, integer, integer)', array['substr(p, 2)', 'substr(p, 4)', '''^m\d\d?$''', '''^mes\d\d?$''',
      -- Where no row has all the words but one, those with any of the words in their title come as well.
      'if cardinality(encontrados) = 0 then
      encontrados := indice.encontrar(',
      'if cardinality(encontrados) < 5 and modo = ''parte'' then
      encontrados := encontrados || array(select e from unnest(indice.encontrar(indice.juntar(
        filtros || (select ''('' || string_agg(quote_literal(p) || '':A'', '' | '') || '')'' from unnest(pedido.exatas) p), '' & ''), exercicio, 200)) e
        where e <> all (encontrados) limit 200 - cardinality(encontrados));
    end if;
    if cardinality(encontrados) = 0 then
      encontrados := indice.encontrar(',
      -- What a word stands for counts in a title as well, for less than the word itself.
      'count(*)::real / greatest(1, cardinality(pedido.exatas)) as titulo',
      'greatest(count(*)::real / greatest(1, cardinality(pedido.exatas)),
                   0.8 * (select avg((i.principal @@ s)::integer) from unnest(sentidos_no_titulo) s)) as titulo',
      '  algumas tsquery;
', '  algumas tsquery;
  sentidos_no_titulo tsquery[];
', '  exatas := indice.juntar(', '  sentidos_no_titulo := array(select regexp_replace(u, ''(''''(?:[^'''']|'''''''')+'''')'', ''\1:A'', ''g'')::tsquery from unnest(pedido.unidades) u);
  exatas := indice.juntar(']),
    ('public.listar(text, text, text, text, text, text, integer, integer)', array[
      'if ordem = ''relevancia'' then
      ordenacao := pg_catalog.format(''ts_rank(busca, plainto_tsquery(''''pg_catalog.portuguese'''', %L)) desc, %s'',
        public.pt_fold(palavras), fonte.recentes);
    end if;
  else', 'else'])
  ) t (funcao, partes) loop
    antes := pg_get_functiondef(troca.funcao::regprocedure);
    for n in 1 .. cardinality(troca.partes) by 2 loop
      depois := replace(antes, troca.partes[n], troca.partes[n + 1]);
      if depois = antes then
        raise exception '% is not the function that this migration changes: %', troca.funcao, troca.partes[n];
      end if;
      antes := depois;
    end loop;
    execute depois;
  end loop;
end
$$;
