-- What people call a meeting: "Conselho Fiscal, 10ª reunião ordinária, 21/10/2026". Forms, choices and reports of the administration named it by its
-- beginning alone, in which no search finds a body or a day.
create function public.reuniao_nome(reuniao public.reuniao) returns text language sql stable as $$
  select o.nome || ', ' || coalesce(reuniao.numero || 'ª ', '') || 'reunião ' || pg_catalog.lower(t.rotulo) || ', '
         || pg_catalog.to_char(reuniao.inicio at time zone public.fuso_da_instituicao(), 'DD/MM/YYYY')
    from public.orgao_colegiado o, public.tipo_reuniao t
   where o.id = reuniao.orgao_id and t.valor = reuniao.tipo
$$;
