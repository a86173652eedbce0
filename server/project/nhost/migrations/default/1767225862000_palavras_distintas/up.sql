-- Each spelling of a text is looked at once, however often the text has it: of many texts, or of a long one, most words are there many times.
create or replace function indice.palavras(texto text) returns table (dobrada text, escrita text) language sql immutable as $$
  select distinct on (d.dobrada) d.dobrada, p.escrita
    from (select distinct e.entre_espacos from string_to_table(texto, ' ') e (entre_espacos)) e
    cross join lateral regexp_split_to_table(indice.minusculas(e.entre_espacos), '[^a-zà-öø-ÿ]+') p (escrita)
    cross join lateral (select indice.sem_acento(p.escrita)) d (dobrada)
   where length(d.dobrada) between 3 and 40
   order by d.dobrada, p.escrita desc
$$;
