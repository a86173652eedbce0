-- The answer after a reopening is rated as the first was. Until it is, the first rating counts, and then it stays in the notes of the staff.
alter table casos.caso add column avaliacao_anterior boolean not null default false;

create function casos.esta_avaliada(caso casos.caso) returns boolean language sql immutable as $$
  select caso.satisfacao is not null and not caso.avaliacao_anterior
$$;

create function casos.mudar_funcao(funcao regproc, de text, para text) returns void language plpgsql as $$
declare
  antes text := pg_get_functiondef(funcao);
  depois text := replace(antes, de, para);
begin
  if depois = antes then
    raise exception '% is not the function that this migration changes', funcao;
  end if;
  execute depois;
end
$$;
select casos.mudar_funcao('casos.dar_passo', 'novo.reaberto_em := agora;', 'novo.reaberto_em := agora;
        novo.avaliacao_anterior := antes.satisfacao is not null;');
select casos.mudar_funcao('casos.guardar_caso', 'if new.satisfacao is distinct from old.satisfacao or',
  'if new.avaliacao_anterior <> old.avaliacao_anterior or new.satisfacao is distinct from old.satisfacao or');
select casos.mudar_funcao('casos.guardar_caso', 'if old.satisfacao is not null then', 'if casos.esta_avaliada(old) then');
select casos.mudar_funcao('casos.guardar_caso', 'recusar(''sem_resposta'');
    end if;', 'recusar(''sem_resposta'');
    end if;
    new.avaliacao_anterior := false;');
select casos.mudar_funcao('casos.mostrar', 'and caso.satisfacao is null,', 'and not casos.esta_avaliada(caso),');
select casos.mudar_funcao('public.avaliar_resposta', 'elsif caso.satisfacao is not null then', 'elsif casos.esta_avaliada(caso) then');
select casos.mudar_funcao('public.avaliar_resposta', 'satisfacao = avaliar_resposta.nota,', 'satisfacao = avaliar_resposta.nota, avaliacao_anterior = false,');
select casos.mudar_funcao('public.avaliar_resposta', '''chave'', avaliar_resposta.chave)', '''chave'', avaliar_resposta.chave, ''nota'',
           ''Avaliação da resposta anterior: nota '' || caso.satisfacao || case caso.resolutividade when ''resolvida'' then '', resolvida''
             when ''parcial'' then '', resolvida em parte'' when ''nao_resolvida'' then '', não resolvida'' else '''' end
           || coalesce(''. '' || caso.satisfacao_texto, ''.''))');
drop function casos.mudar_funcao(regproc, text, text);
