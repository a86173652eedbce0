-- What was withdrawn before it was published is a wrong date, and the address of the document tells it to everybody. Both days are those of the
-- institution's clock. Rows that are there are looked at when one of the dates is next written.
create function edicao.conferir_retirada() returns trigger language plpgsql as $$
begin
  if (new.retirado_em at time zone public.fuso_da_instituicao())::date < new.publicado_em then
    perform edicao.recusar('retirada_depois_da_publicacao', 'retirado_em',
      format('A retirada não pode vir antes da publicação, que é de %s.', to_char(new.publicado_em, 'DD/MM/YYYY')));
  end if;
  return new;
end
$$;
create trigger conferir_retirada before insert or update of retirado_em, publicado_em on public.documento
  for each row execute function edicao.conferir_retirada();
