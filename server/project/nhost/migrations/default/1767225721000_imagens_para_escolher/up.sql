-- The choice of a picture asks for the newest pictures alone, among files of which most are documents.
create index arquivo_imagem_da_administracao on public.arquivo (enviado_em desc nulls last, id desc) where mime like 'image/%';
