-- A picture of the header for each area of the site, so that pages tell apart. An area without one shows image_header.
do $$
declare
  coluna text;
begin
  foreach coluna in array array['image_header_transparencia', 'image_header_atendimento', 'image_header_instituto', 'image_header_noticias']
  loop
    execute format('alter table public.configuracao_site add column %I text', coluna);
    -- An editor who empties a field writes an empty text.
    execute format(
      'alter table public.configuracao_site add constraint %2$I check (%1$I = '''' or public.endereco_aceito(%1$I))',
      coluna, 'configuracao_site_' || coluna || '_aceito'
    );
  end loop;
end
$$;
