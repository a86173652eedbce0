-- Who extends a term reads from which day to which before it is confirmed. The day is that of the rules by which the step itself is taken, so that a
-- term is counted in one place. To give an area more time is one of the steps here, and is no longer offered after its term.
create or replace view public.passo_de_caso as select null::text as para, null::text as especie, null::date as prazo_em where false;

-- The case after a step, which is tried against the rules themselves, so that the list of the steps and the rules cannot disagree; null where they
-- refuse it.
create function casos.depois_do_passo(caso casos.caso, para text, especie text) returns casos.caso language plpgsql stable as $$
declare
  novo casos.caso := caso;
begin
  -- The decision itself is what the step brings.
  if especie = 'decisao' then
    return case when exists (select from casos.recurso r where r.caso_id = caso.id and r.decidido_em is null) then caso end;
  elsif especie = 'prorrogacao_da_area' then
    novo.andamento := '{"area": "prorrogar", "nota": "x"}';
    return casos.contar_prazo_da_area(caso, novo);
  end if;
  novo.andamento := '{"descricao": "x"}';
  novo.prorrogacao_justificativa := 'x';
  if especie = 'reclassificacao' then
    novo.canal := case caso.canal when 'sic' then 'ouvidoria' else 'sic' end;
    select k.situacao_inicial into novo.situacao from public.canal_atendimento k where k.canal = novo.canal;
    return casos.mudar_canal(caso, novo);
  end if;
  novo.situacao := para;
  novo.resposta := 'x';
  novo.tipo_resposta := 'acesso_concedido';
  novo.arquivamento_motivo := 'duplicada';
  novo.orgao_destino := 'x';
  return casos.dar_passo(caso, novo);
exception when invalid_parameter_value then
  return null;
end
$$;

-- The steps that the staff may take with a case now, and the term that each leaves: that of the area for its extension, else that of the citizen.
create or replace function public.passos_do_caso(caso_id uuid) returns setof public.passo_de_caso language sql stable rows 10 as $$
  select p.para, p.especie, case p.especie when 'prorrogacao_da_area' then d.area_prazo_em else d.prazo_em end
    from casos.caso c
    cross join lateral (
      select t.para, s.especie from casos.transicao t join casos.situacao s on s.canal = t.canal and s.situacao = t.para
       where t.canal = c.canal and t.de = c.situacao
      union all
      select case c.canal when 'sic' then 'reclassificado' else 'reclassificada' end, 'reclassificacao' where c.canal <> 'contato'
      union all
      select c.situacao, 'prorrogacao_da_area' where c.area_prazo_em is not null
    ) p
    cross join lateral casos.depois_do_passo(c, p.para, p.especie) d
   where c.id = passos_do_caso.caso_id and c.eliminado_em is null and d.id is not null
$$;

drop function casos.passo_permitido(casos.caso, text, text);
