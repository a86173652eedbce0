/** Stories of what shows an entity of the institution: documents, news, notices, people. */
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { ListaDeDocumentos } from '../../components/documents/lista-de-documentos/lista-de-documentos.tsx';
import { SeloDeAtualizacao } from '../../components/documents/selo-de-atualizacao/selo-de-atualizacao.tsx';
import { CartaoComunicado } from '../../components/news/cartao-comunicado/cartao-comunicado.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { CartaoDePessoa } from '../../components/people/cartao-de-pessoa/cartao-de-pessoa.tsx';
import { Organograma } from '../../components/people/organograma/organograma.tsx';
import type { Story } from '../story.ts';

const ARQUIVO = { href: '#ata', rotulo: 'Ata nº 3/2026', mime: 'application/pdf', bytes: 412_345, paginas: 6 };
const DOCUMENTO = {
  id: 1,
  titulo: 'Ata nº 3/2026',
  href: '#documento',
  data: '2026-03-04',
  ementa: 'Contas de fevereiro.',
  arquivos: [ARQUIVO],
};
const COMUNICADO = {
  titulo: 'Sistema em manutenção',
  href: '#comunicado',
  resumo: 'Os postos não emitem certidão.',
  tipo: 'Aviso',
  publicadoEm: '2026-11-23',
  validoAte: '2026-11-29',
};
const UNIDADE = { id: 1, nome: 'Presidência', sigla: 'PRES', href: '#presidencia', titular: 'Helena Castanho Vilhena' };

export const DOMAIN: readonly Story[] = [
  {
    component: 'LinkDeArquivo',
    states: [
      { name: 'sozinho', element: <LinkDeArquivo arquivo={ARQUIVO} /> },
      { name: 'em destaque', element: <LinkDeArquivo arquivo={ARQUIVO} prominent /> },
      { name: 'sob o título do documento', element: <LinkDeArquivo arquivo={ARQUIVO} below="Ata nº 3/2026" /> },
    ],
  },
  {
    component: 'ListaDeDocumentos',
    states: [
      {
        name: 'com e sem situação',
        element: (
          <ListaDeDocumentos
            level={4}
            documentos={[DOCUMENTO, { ...DOCUMENTO, id: 2, titulo: 'Lei nº 702', situacao: { rotulo: 'Vigente', tone: 'success' } }]}
          />
        ),
      },
    ],
  },
  {
    component: 'SeloDeAtualizacao',
    states: ['em_dia', 'atrasada', null].map((situacao) => ({
      name: situacao ?? 'sem prazo',
      element: <SeloDeAtualizacao situacao={situacao} />,
    })),
  },
  {
    component: 'CartaoComunicado',
    states: [
      ...(['normal', 'alta', 'urgente'] as const).map((prioridade) => ({
        name: prioridade,
        element: <CartaoComunicado comunicado={{ ...COMUNICADO, prioridade }} />,
      })),
      { name: 'encerrado', element: <CartaoComunicado comunicado={{ ...COMUNICADO, prioridade: 'normal', encerrado: true }} /> },
    ],
  },
  {
    component: 'CartaoNoticia',
    states: [
      {
        name: 'sem imagem',
        element: (
          <CartaoNoticia
            level={4}
            noticia={{
              titulo: 'Audiência pública',
              href: '#noticia',
              chapeu: 'Cadastro',
              resumo: 'Como foi.',
              publicadoEm: '2026-10-26',
              imagem: null,
            }}
          />
        ),
      },
    ],
  },
  {
    component: 'BlocoDeContato',
    states: [
      {
        name: 'telefone e endereço',
        element: (
          <BlocoDeContato
            contatos={[
              { id: 1, tipo: 'telefone', rotulo: 'Central', valor: '(91) 3000-0000', href: 'tel:+559130000000', principal: true },
              {
                id: 2,
                tipo: 'endereco',
                rotulo: 'Sede',
                valor: 'Avenida das Castanheiras, 1200, CEP 68999-000',
                href: null,
                principal: true,
              },
            ]}
          />
        ),
      },
    ],
  },
  {
    component: 'CartaoDePessoa',
    states: [
      {
        name: 'com contatos',
        element: (
          <CartaoDePessoa
            level={4}
            pessoa={{
              nome: 'Helena Castanho Vilhena',
              cargo: 'Diretora-Presidente',
              foto: null,
              email: 'presidencia@prevserena.example',
              telefone: '(91) 3000-0000',
            }}
          />
        ),
      },
      {
        name: 'só o nome',
        element: <CartaoDePessoa level={4} pessoa={{ nome: 'Rosa Baía Monteiro', cargo: null, foto: null, selos: ['Suplente'] }} />,
      },
    ],
  },
  {
    component: 'Organograma',
    states: [
      {
        name: 'dois níveis e um conselho',
        element: (
          <Organograma
            rotulo="Organograma"
            orgaos={[{ id: 1, nome: 'Conselho Fiscal', href: '#conselho' }]}
            raizes={[
              { ...UNIDADE, filhos: [{ ...UNIDADE, id: 2, nome: 'Diretoria de Benefícios', sigla: null, titular: null, filhos: [] }] },
            ]}
          />
        ),
      },
    ],
  },
];
