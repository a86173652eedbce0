-- The year of a meeting is that of its beginning (`datar_reuniao`). Those that were written before stood under another year until somebody saved them. One
-- whose number is taken in the right year stays, for a person to decide: the update of all others must not fail with it.
do $$
declare
  errada bigint;
begin
  for errada in
    select id from public.reuniao where ano <> extract(year from inicio at time zone public.fuso_da_instituicao()) order by id
  loop
    begin
      update public.reuniao set ano = ano where id = errada;
    exception when unique_violation then
      raise warning 'the meeting % keeps its year: its number is taken in the year of its beginning', errada;
    end;
  end loop;
end
$$;
