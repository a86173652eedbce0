-- Comments are kept for a year. Old ones went with the next comment of any page alone, and on a quiet site they stayed: now they go with the next
-- judgement, and editors see none of them before that.
do $$
declare
  antes text := pg_get_functiondef('public.avaliar_pagina(text, boolean, text)'::regprocedure);
  velhos constant text := E'    delete from leitores.comentario c\n     where c.id in (select d.id from leitores.comentario d where d.escrito_em < leitores.dia() - 365 order by d.escrito_em, d.id limit 200);\n';
  depois text := replace(antes, velhos || E'  end if;\n', E'  end if;\n' || velhos);
begin
  if depois = antes then
    raise exception 'avaliar_pagina is not the function that this migration changes';
  end if;
  execute depois;
end
$$;

create or replace view public.comentario_pagina as
  select id, endereco, util, texto, escrito_em from leitores.comentario where escrito_em >= (select leitores.dia()) - 365;
