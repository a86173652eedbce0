-- Numbers of a spreadsheet are compared with those of the site. The planner thinks that few rows come of it and merges both by the category alone:
-- each of 5,000 rows met each document of its category, 25 million pairs in a category of 5,000. By hash they meet by number and year.
alter function edicao.conferir_planilha(uuid) set enable_mergejoin = off;
