-- The page of a service is a row that links lead to, and its first button is a link: both are followed as those of other contents are.
do $$
declare
  mudanca record;
  antes text;
  depois text;
begin
  for mudanca in select * from (values
    ('edicao.alvo_de', $t$('pagina', '^/paginas/([^/]+)$'),$t$, $t$('pagina', '^/paginas/([^/]+)$'), ('servico', '^/servicos/([^/]+)$'),$t$),
    ('edicao.alvo_existe', $t$when 'documento' then$t$,
     $t$when 'servico' then exists (select from public.servico where slug = chave and publicado)
    when 'documento' then$t$)
  ) m (funcao, de, para) loop
    antes := pg_get_functiondef(mudanca.funcao::regproc);
    depois := replace(antes, mudanca.de, mudanca.para);
    if depois = antes then
      raise exception '% is not the function that this migration changes', mudanca.funcao;
    end if;
    execute depois;
  end loop;
end
$$;

select public.acionar_por_comando('public.servico', 'guardar_ligacoes', 'guardar_ligacoes_ao_inserir', 'guardar_ligacoes_ao_excluir',
  $$edicao.guardar_ligacoes('id', 'inicio_endereco')$$);
select public.acionar_por_comando('public.servico', 'conferir_alvo', 'conferir_alvo_ao_inserir', 'conferir_alvo_ao_excluir',
  $$edicao.conferir_alvo('slug', 'publicado', 'slug')$$);

update edicao.ligacao l set alvo_tabela = a.tabela, alvo_chave = a.chave, quebrada = not edicao.alvo_existe(a.tabela, a.chave)
  from edicao.ligacao m cross join lateral edicao.alvo_de(m.destino) a
 where l.alvo_tabela is null and a.tabela = 'servico'
   and (l.tabela, l.chave, l.coluna, l.destino) = (m.tabela, m.chave, m.coluna, m.destino);
insert into edicao.ligacao (tabela, chave, coluna, destino, alvo_tabela, alvo_chave, quebrada)
select 'servico', s.id::text, 'inicio_endereco', e.endereco, a.tabela, a.chave, not edicao.alvo_existe(a.tabela, a.chave)
  from public.servico s
  cross join lateral edicao.enderecos_de('inicio_endereco', s.inicio_endereco) e (endereco)
  left join lateral edicao.alvo_de(e.endereco) a on true
 where s.inicio_endereco is not null
on conflict do nothing;
