-- Parts of spreadsheets tell their changes as every table does. An entry of a menu that was switched off is known by its number alone: a reference
-- would keep `menu_item` from being emptied, and a number is never given twice.
select public.observar_tabela('public.planilha_de_documentos');
alter table edicao.menu_desligado drop constraint menu_desligado_id_fkey;
