-- Restated with verbs of who looks for something: "onde vejo a resposta do meu protocolo" asked for rows with "vejo", and "entro" was corrected to "entrou".
create or replace function indice.vazias() returns text[] language sql immutable parallel safe
  return regexp_split_to_array(
    'a o e as os um uma de da do em na no para por com que qual quais quem como onde quando quanto quantos quantas custa n nr num numero
    esta estao sao ser seu sua meu minha eu me se ao pelo pela posso pode preciso precisa quero fazer faz faco ter tem tenho vai foi mais sobre ver cai cair
    fica ficar sai sair vem devo deve deu achar encontrar existe existem favor gostaria saber consigo nao ja isso este essa cade consultar baixar pdf site
    todo toda meus minhas estou era vou vamos pra pro vc voce dos das lista relacao funciona ultimo ultima ultimos ultimas recente recentes atual atuais
    nosso nossa nossos nossas esse esses essas aquele aquela ele ela eles elas lhe te seus suas sou somos estava tinha temos houve havia consegue conseguem
    conseguir podem podemos queria querer ir vao tirar pegar fez feito algum alguma qualquer tudo nada aqui la ainda agora hoje pq q oq tb tbm vcs ola oi obrigado
    gente sei sabe acho mesmo cada ate desde tambem dele dela deles delas uns umas foram sera serao seria faria sido sendo fazendo tendo ajuda comecar comeca
    vejo veja vemos olho olhar olha procuro procurar procurando procura busco buscar buscando busca descubro descobrir descobre entro entrar entra mostra
    mostrar entendo entender aparece aparecer localizar localizo chegar chego', '\s+');
