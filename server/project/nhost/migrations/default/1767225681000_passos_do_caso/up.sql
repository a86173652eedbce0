-- The steps that the staff may take with a case now. Each is tried against the rules themselves, so the list and the rules cannot disagree.
create view public.passo_de_caso as select null::text as para, null::text as especie where false;

create function casos.passo_permitido(caso casos.caso, para text, especie text) returns boolean language plpgsql stable as $$
declare
  novo casos.caso := caso;
begin
  -- The decision itself is what the step brings.
  if especie = 'decisao' then
    return exists (select from casos.recurso r where r.caso_id = caso.id and r.decidido_em is null);
  end if;
  novo.andamento := '{"descricao": "x"}';
  novo.prorrogacao_justificativa := 'x';
  if especie = 'reclassificacao' then
    novo.canal := case caso.canal when 'sic' then 'ouvidoria' else 'sic' end;
    select k.situacao_inicial into novo.situacao from public.canal_atendimento k where k.canal = novo.canal;
    perform casos.mudar_canal(caso, novo);
  else
    novo.situacao := para;
    novo.resposta := 'x';
    novo.tipo_resposta := 'acesso_concedido';
    novo.arquivamento_motivo := 'duplicada';
    novo.orgao_destino := 'x';
    perform casos.dar_passo(caso, novo);
  end if;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

create function public.passos_do_caso(caso_id uuid) returns setof public.passo_de_caso language sql stable rows 10 as $$
  select p.para, p.especie
    from casos.caso c
    cross join lateral (
      select t.para, s.especie from casos.transicao t join casos.situacao s on s.canal = t.canal and s.situacao = t.para
       where t.canal = c.canal and t.de = c.situacao
      union all
      select case c.canal when 'sic' then 'reclassificado' else 'reclassificada' end, 'reclassificacao' where c.canal <> 'contato'
    ) p
   where c.id = passos_do_caso.caso_id and c.eliminado_em is null and casos.passo_permitido(c, p.para, p.especie)
$$;
