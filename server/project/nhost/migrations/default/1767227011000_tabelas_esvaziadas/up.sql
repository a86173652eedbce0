-- Of an emptied table only rows of its own went from the index. Rows of other tables kept the words that they had from it: documents those of their
-- files, units and the page of contacts those of contacts, pages what a menu had called them. Nor did the words go that corrections are taken from.

-- Tables that refer to an emptied one are emptied with it, and then this is called for each of them. Only what is still there is written anew.
create or replace function indice.esvaziar() returns trigger language plpgsql as $$
declare
  tabela text;
  chaves text[];
begin
  -- Rows of menus are in the index by what they lead to.
  delete from indice.item i where i.tabela = case tg_table_name when 'menu_item' then 'rota' else tg_table_name end;
  delete from indice.palavra p where not exists (select from indice.item i where i.termos @@ quote_literal(p.lexema)::tsquery);
  foreach tabela in array case tg_table_name
    when 'documento_arquivo' then array['documento']
    when 'comunicado_arquivo' then array['comunicado']
    when 'contato' then array['unidade', 'rota']
    when 'membro_orgao' then array['rota']
    when 'menu_item' then array['pagina']
    else '{}' end
  loop
    for chaves in execute format('select array_agg(chave) from (select chave, row_number() over (order by chave) / 1000 as parte from indice.fonte_%s) f
      group by parte order by parte', tabela)
    loop
      perform indice.segurar(tabela, chaves);
      perform indice.refazer(tabela, chaves);
    end loop;
  end loop;
  return null;
end
$$;
