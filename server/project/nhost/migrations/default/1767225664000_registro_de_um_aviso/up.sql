-- Keeps one notice that no row trigger has sent: of a vocabulary, of a key that changed, of the demonstration, of a statistical report. Statements
-- that change rows keep theirs together (1767225644000); who sends a single one calls this.
create or replace function public.registrar_mudanca(aviso jsonb) returns void language sql as $$
  insert into public.mudanca (aviso) values (registrar_mudanca.aviso);
  select public.podar_mudancas(2);
$$;
