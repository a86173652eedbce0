-- Addresses that an editor writes are paths of this site or have one of these schemes. shared/html/address.ts refuses the others when a page
-- is rendered, by the same rule.
create function public.endereco_aceito(endereco text) returns boolean
  language sql immutable parallel safe
  return endereco !~ '[[:cntrl:]\\]' and endereco ~* '^(/($|[^/])|https?://[^/?#[:space:]]|mailto:.|tel:.)';

-- A host without its scheme becomes an https address. Any other address stays as it was written: the constraints are NOT VALID, so they hold
-- for rows that are written from now on, and an older row wants its address mended at its next change.
do $$
declare
  coluna record;
begin
  for coluna in
    select * from (values
      ('configuracao_site', 'image_header'), ('configuracao_site', 'logo'), ('configuracao_site', 'favicon'),
      ('configuracao_site', 'imagem_social'), ('configuracao_site', 'url_base'), ('configuracao_site', 'url_radar'),
      ('configuracao_site', 'url_receitas_despesas'), ('configuracao_site', 'url_pncp'),
      ('configuracao_site', 'url_extrato_previdenciario'), ('termo_glossario', 'fonte_url'), ('reuniao', 'video_url'),
      ('documento', 'pncp_url'), ('documento', 'url_externa'), ('documento', 'diario_oficial_url'),
      ('banner_comunicado', 'link_url'), ('progestao_evidencia', 'url')
    ) as colunas (tabela, nome)
  loop
    execute format(
      $sql$update public.%1$I set %2$I = 'https://' || ltrim(%2$I, '/') where %2$I ~* '^(//|www\.)' and not public.endereco_aceito(%2$I)$sql$,
      coluna.tabela, coluna.nome
    );
    -- An editor who empties a field writes an empty text.
    execute format(
      'alter table public.%1$I add constraint %3$I check (%2$I = '''' or public.endereco_aceito(%2$I)) not valid',
      coluna.tabela, coluna.nome, coluna.tabela || '_' || coluna.nome || '_aceito'
    );
  end loop;
end
$$;

alter table public.menu_item add constraint menu_item_destino_aceito
  check (destino_tipo not in ('rota', 'externo') or public.endereco_aceito(destino)) not valid;
alter table public.redirecionamento add constraint redirecionamento_destino_aceito
  check (codigo = 410 or public.endereco_aceito(destino)) not valid;
