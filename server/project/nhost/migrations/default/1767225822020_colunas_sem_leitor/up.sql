-- Columns that nothing reads: what an editor wrote in them was shown nowhere. `SITE_URL` is the address of the site, `aviso_global` says that it is being
-- worked on, links open where the visitor opens them, and a section without documents is seen from its categories.
alter table public.configuracao_site drop column url_base, drop column manutencao;
alter table public.contato drop column observacao;
alter table public.menu_item drop column nova_aba, drop column perfil;
alter table public.pagina drop column blocos;
alter table public.secao_lai drop column so_links;

-- The search has an index of its own (schema `indice`): lists search documents, news and notices alone.
do $$
declare
  antes text := pg_get_functiondef('contagem.fonte'::regproc);
  depois text := regexp_replace(antes, ',\s*\(''servico''.*\)\s*(\) as f \()', E'\n  \\1');
begin
  if depois = antes or position('pergunta_frequente' in depois) > 0 or position('comunicado' in depois) = 0 then
    raise exception 'contagem.fonte is not the function that this migration changes';
  end if;
  execute depois;
end
$$;
alter table public.pagina drop column busca;
alter table public.pergunta_frequente drop column busca;
alter table public.servico drop column busca;
update edicao.tabela_auditada set fora = array_remove(fora, 'busca')
 where tabela in ('pagina', 'pergunta_frequente', 'servico');
