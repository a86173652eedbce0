-- The sanitiser drops what follows the 500,000th character of a text; an editor learns of it when the row is written.
-- Not valid: a longer text that is there already must not keep the site from starting.
alter table public.orgao_colegiado
  add constraint orgao_colegiado_competencias_html_tamanho check (char_length(competencias_html) <= 500000) not valid;
alter table public.reuniao
  add constraint reuniao_pauta_html_tamanho check (char_length(pauta_html) <= 500000) not valid;
alter table public.categoria_documento
  add constraint categoria_documento_ajuda_html_tamanho check (char_length(ajuda_html) <= 500000) not valid;
alter table public.pagina
  add constraint pagina_titulo_html_tamanho check (char_length(titulo_html) <= 500000) not valid;
alter table public.pagina
  add constraint pagina_corpo_html_tamanho check (char_length(corpo_html) <= 500000) not valid;
alter table public.noticia
  add constraint noticia_corpo_html_tamanho check (char_length(corpo_html) <= 500000) not valid;
alter table public.comunicado
  add constraint comunicado_corpo_html_tamanho check (char_length(corpo_html) <= 500000) not valid;
alter table public.banner_comunicado
  add constraint banner_comunicado_corpo_html_tamanho check (char_length(corpo_html) <= 500000) not valid;
alter table public.pergunta_frequente
  add constraint pergunta_frequente_resposta_html_tamanho check (char_length(resposta_html) <= 500000) not valid;
