-- What a trigger of the site refuses is told to whoever edits in its own words. `edicao.recusar` marks them and names the field, so that the
-- administration shows these sentences and no other text of the database. The SQLSTATE is check_violation because Hasura answers every
-- exception of class P0 with "database query error" alone.
create function edicao.recusar(restricao text, campo text, frase text) returns void language plpgsql as $$
begin
  raise exception 'Regra do site (%): %', campo, frase using errcode = 'check_violation', constraint = restricao;
end
$$;

do $$
declare
  mudanca record;
  antes text;
  depois text;
begin
  for mudanca in select * from (values
    ('edicao.recusar_circulo',
     $t$raise exception 'O redirecionamento de % volta ao mesmo endereço ou passa por redirecionamentos demais.', new.origem
      using errcode = 'check_violation', constraint = 'redirecionamento_sem_circulo';$t$,
     $t$perform edicao.recusar('redirecionamento_sem_circulo', 'destino',
      pg_catalog.format('O redirecionamento de %s volta ao mesmo endereço ou passa por redirecionamentos demais.', new.origem));$t$),
    ('edicao.exigir_aprovacao',
     $t$raise exception 'A publicação precisa da aprovação de outra pessoa: salve sem publicar e peça a quem não escreveu o texto que publique.'
      using errcode = 'check_violation', constraint = 'publicacao_aprovada';$t$,
     $t$perform edicao.recusar('publicacao_aprovada', 'publicado',
      'A publicação precisa da aprovação de outra pessoa: salve sem publicar e peça a quem não escreveu o texto que publique.');$t$),
    ('edicao.seguir_substituto',
     $t$raise exception 'Um arquivo não pode substituir a si mesmo.' using errcode = 'check_violation', constraint = 'arquivo_nao_se_substitui';$t$,
     $t$perform edicao.recusar('arquivo_nao_se_substitui', 'substituido_por_id', 'Um arquivo não pode substituir a si mesmo.');$t$),
    ('edicao.trocar_conteudo',
     $t$raise exception '%', case new.acao when 'retirar' then 'Não há conteúdo de demonstração para retirar.' else 'Não há conteúdo de demonstração retirado.' end
      using errcode = 'check_violation', constraint = 'troca_de_conteudo_possivel';$t$,
     $t$perform edicao.recusar('troca_de_conteudo_possivel', 'acao', case new.acao
      when 'retirar' then 'Não há conteúdo de demonstração para retirar.' else 'Não há conteúdo de demonstração retirado.' end);$t$)
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
