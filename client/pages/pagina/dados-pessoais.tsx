import type { ReactElement } from 'react';
import { CHANNEL_NAMES } from '../../../shared/cases/receipt-texts.ts';
import { CHANNELS, type Channel } from '../../../shared/cases/vocabulary.ts';
import { GuardaDosDadosDocument } from '../../../shared/graphql/generated/documents/GuardaDosDados.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { Table } from '../../components/content/table/table.tsx';
import { Stack } from '../../components/layout/column/column.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { useSettings, useSiteState } from '../../site-state/contexts.ts';

/** The parts below, for the list of contents. */
export const PARTES_DOS_DADOS = [
  { id: 'dados-dos-formularios', text: 'O que os formulários guardam, e por quanto tempo', level: 2 },
  { id: 'dados-no-site', text: 'O que o site faz com seus dados', level: 2 },
  { id: 'dados-no-aparelho', text: 'O que fica no seu aparelho', level: 2 },
  { id: 'dados-direitos', text: 'Seus direitos e a quem pedir', level: 2 },
] as const;

const [FORMULARIOS, SITE, APARELHO, DIREITOS] = PARTES_DOS_DADOS;

/** What this site does with personal data, as its code does it. What is the institution's own is in the text of the page. */
export function DadosPessoais(): ReactElement {
  const { hasMail, offlineCopies } = useSettings();
  return (
    <Stack gap="l">
      <Section title={FORMULARIOS.text} id={FORMULARIOS.id}>
        <Formularios />
      </Section>
      <Section title={SITE.text} id={SITE.id}>
        <List>
          <li>Seu nome e seus contatos ficam separados do que você relata. Anotamos cada leitura deles, com quem leu e por quê.</li>
          <li>O CPF ou o CNPJ é opcional e fica guardado cifrado. Não pedimos RG, título de eleitor nem o motivo do pedido.</li>
          <li>De quem não se identifica não guardamos nome, contato nem nada do aparelho.</li>
          <li>Das fotos anexadas apagamos os dados de lugar e de aparelho.</li>
          <li>
            Quem tem o protocolo e o código de acesso pode ler o caso. Do código guardamos só uma marca, da qual ele não pode ser lido.
          </li>
          <li>
            Se você informa um e-mail, ele recebe o recibo e os avisos sobre o caso. O assunto da mensagem traz só o protocolo; a resposta
            do Fale conosco vai escrita na mensagem.
          </li>
          <li>
            Contra o envio em massa, guardamos por uma hora uma marca cifrada da conexão, sem ligação com o caso. Contra quem tenta
            adivinhar códigos, por 15 minutos.
          </li>
          <li>O comentário sobre uma página fica guardado por um ano, sem a hora e sem quem o escreveu.</li>
          {hasMail ? (
            <li>
              Para enviar as novidades guardamos só o seu e-mail e o que você segue. Apagamos o e-mail na hora em que você sai, e em dois
              dias se você não confirma.
            </li>
          ) : null}
          <li>Os registros de funcionamento do servidor não têm seu endereço na internet, o que você procurou nem o que escreveu.</li>
          <li>As estatísticas publicadas não têm nomes, e números de 1 a 4 aparecem só como “menos de 5”.</li>
          <li>
            Não usamos ferramentas de medição nem de propaganda. O mapa e o tradutor de Libras, de outros sites, só abrem se você pedir.
            Enquanto está aberto, o tradutor pode ler a página, também o que você escreve nela.
          </li>
        </List>
      </Section>
      <Section title={APARELHO.text} id={APARELHO.id}>
        <List>
          <li>Tema, contraste e tamanho da letra, se você mudar.</li>
          {offlineCopies ? <li>Cópias das últimas páginas que você leu, até 40 e por 30 dias, para abrirem sem internet.</li> : null}
          <li>
            O rascunho de um formulário: só se você marcar essa opção, por até 7 dias; depois de um envio que falhou, até fechar a aba.
          </li>
          <li>Um cookie cifrado com o recibo, por 15 minutos, para mostrar o protocolo e o código. “Fechar o recibo” o apaga antes.</li>
          <li>
            Um cookie cifrado com o protocolo e o código do caso que você abriu, por 30 minutos, para a página do caso poder ser carregada
            de novo. “Encerrar a consulta” o apaga. Não há outro cookie para quem visita.
          </li>
          <li>
            Na área da equipe, os cookies da sessão e um que lembra, por 180 dias, que alguém entrou com a senha neste navegador. Assim,
            quem erra a senha de propósito em outro lugar não impede a pessoa de entrar.
          </li>
        </List>
      </Section>
      <Section title={DIREITOS.text} id={DIREITOS.id}>
        <Direitos />
      </Section>
    </Stack>
  );
}

const PEDIDOS: Readonly<Record<Channel, { readonly dados: string; readonly uso: string }>> = {
  contato: { dados: 'Nome e um contato: e-mail ou telefone', uso: 'Responder a você (Lei nº 13.460/2017)' },
  ouvidoria: {
    dados: 'Nome e um contato. Nenhum dos dois na denúncia e na reclamação sem identificação',
    uso: 'Apurar, responder a você e fazer as estatísticas (Lei nº 13.460/2017)',
  },
  sic: {
    dados: 'Nome e um contato, ou o endereço para a carta',
    uso: 'Enviar a informação e fazer as estatísticas (Lei nº 12.527/2011)',
  },
};

interface Formulario {
  readonly canal: Channel;
  readonly nome: string;
  readonly dados: string;
  readonly uso: string;
  readonly guarda: string;
}

/** The months are those of the table by which cases are erased. */
function Formularios(): ReactElement {
  const { canal_atendimento: canais } = useOperation(GuardaDosDadosDocument);
  const linhas = CHANNELS.flatMap((canal): readonly Formulario[] => {
    const linha = canais.find((um) => um.canal === canal);
    if (linha === undefined) return [];
    const { nome_externo: externo, meses_de_guarda: meses } = linha;
    const { dados, uso } = PEDIDOS[canal];
    const nome = CHANNEL_NAMES[canal].where;
    if (externo !== null) return [{ canal, nome, dados: `Registrado em ${externo}`, uso, guarda: `Como diz ${externo}` }];
    return [{ canal, nome, dados, uso, guarda: mesesEmPalavras(meses) }];
  });
  return (
    <Stack>
      <Table
        caption="Dados dos formulários"
        rows={linhas}
        rowKey={({ canal }) => canal}
        columns={[
          { key: 'nome', label: 'Formulário', rowHeader: true, cell: ({ nome }) => nome },
          { key: 'dados', label: 'Dados pedidos, e para quê', cell: DadosEUso },
          { key: 'guarda', label: 'Guarda depois do fim', cell: ({ guarda }) => guarda },
        ]}
      />
      <p>
        Passado esse tempo, o caso entra na lista do que é apagado: o que você escreveu, a resposta, seu nome, seus contatos e os arquivos.
        Ficam só os números das estatísticas.
      </p>
    </Stack>
  );
}

/** In one column: four of words are wider than a phone. */
function DadosEUso({ dados, uso }: Formulario): ReactElement {
  return (
    <>
      {dados}.<br />
      {uso}.
    </>
  );
}

function mesesEmPalavras(meses: number): string {
  if (meses % 12 !== 0) return `${meses} meses`;
  return meses === 12 ? '1 ano' : `${meses / 12} anos`;
}

/** LGPD, art. 18. */
function Direitos(): ReactElement {
  const [pagina] = useOperation(GuardaDosDadosDocument).pagina;
  const contatos = useSiteState().contato.filter(({ rotulo }) => /encarregad[oa]/i.test(rotulo));
  return (
    <Stack>
      <List>
        <li>Saber se temos dados sobre você, e receber uma cópia.</li>
        <li>Corrigir o que estiver errado ou velho.</li>
        <li>Pedir que seja apagado ou bloqueado o que sobra ou não segue a lei.</li>
        <li>Saber com quem os dados foram compartilhados.</li>
        <li>Opor-se a um uso que não segue a lei, e reclamar à Autoridade Nacional de Proteção de Dados (ANPD).</li>
      </List>
      <p>
        Peça ao encarregado de dados pessoais, sem custo.
        {pagina === undefined ? null : (
          <>
            {' '}
            Veja quem é: <a href={routePath('pagina', { slug: pagina.slug })}>{pagina.titulo}</a>.
          </>
        )}
      </p>
      <BlocoDeContato contatos={contatos} />
      <p>Base legal: Lei nº 13.709/2018, arts. 7º, 18, 23 e 41.</p>
    </Stack>
  );
}
