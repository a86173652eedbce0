-- The year of a meeting is that of its beginning, by the institution's clock. People wrote it beside the beginning, and lists and open data by year had
-- the meeting under another one. A row that is there is corrected when it is next written: its number may be taken in the right year.
create function public.datar_reuniao() returns trigger language plpgsql as $$
begin
  new.ano := extract(year from new.inicio at time zone public.fuso_da_instituicao());
  return new;
end
$$;
create trigger datar_reuniao before insert or update on public.reuniao
  for each row execute function public.datar_reuniao();
