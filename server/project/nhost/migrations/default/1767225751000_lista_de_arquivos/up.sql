-- The files with or without a text that can be searched, by name: of one that few files or none have, the index of names reads all of them.
create index arquivo_da_administracao_por_texto_e_nome on public.arquivo (pesquisavel, nome desc nulls last, id desc);
