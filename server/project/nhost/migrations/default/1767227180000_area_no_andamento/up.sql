-- The history of a case names the area that was asked for its part, and the days of its term. It did not, so that of an area before the present one
-- nothing was left, and an extension was a note without its matter. The staff alone reads it.
create or replace function casos.contar_prazo_da_area(antes casos.caso, novo casos.caso) returns casos.caso language plpgsql as $$
declare
  regra public.canal_atendimento;
  para casos.situacao;
  hoje date := casos.data_atual();
  dito text;
begin
  novo.area_prazo_em := antes.area_prazo_em;
  novo.area_prorrogado_em := antes.area_prorrogado_em;
  select * into regra from public.canal_atendimento c where c.canal = antes.canal;
  if novo.canal <> antes.canal then
    novo.area_prazo_em := null;
    novo.area_prorrogado_em := null;
  elsif novo.situacao <> antes.situacao then
    select * into para from casos.situacao s where s.canal = antes.canal and s.situacao = novo.situacao;
    if para.especie is distinct from 'prorrogacao' then
      novo.area_prazo_em := case when para.com_area then casos.fim_do_prazo(hoje, regra.dias_area) end;
      novo.area_prorrogado_em := null;
      if para.com_area then
        dito := concat_ws(' ', 'Área: ' || (select u.nome from public.unidade u where u.id = novo.unidade_id) || '.',
          'Prazo da área: até ' || to_char(novo.area_prazo_em, 'DD/MM/YYYY') || '.');
      end if;
    end if;
  elsif novo.andamento ->> 'area' = 'prorrogar' then
    if antes.area_prazo_em is null then
      perform casos.recusar('sem_pedido_a_area');
    elsif antes.area_prorrogado_em is not null then
      perform casos.recusar('area_ja_prorrogada');
    elsif hoje > antes.area_prazo_em then
      perform casos.recusar('prazo_da_area_vencido');
    elsif coalesce(trim(novo.andamento ->> 'nota'), '') = '' then
      perform casos.recusar('falta_nota');
    end if;
    novo.area_prazo_em := casos.fim_do_prazo(antes.area_prazo_em, regra.dias_area_prorrogacao);
    novo.area_prorrogado_em := casos.agora();
    dito := 'Prazo da área prorrogado até ' || to_char(novo.area_prazo_em, 'DD/MM/YYYY') || '.';
  end if;
  if dito is not null then
    novo.andamento := coalesce(novo.andamento, '{}')
      || jsonb_build_object('nota', concat_ws(E'\n', dito, nullif(trim(novo.andamento ->> 'nota'), '')));
  end if;
  return novo;
end
$$;
