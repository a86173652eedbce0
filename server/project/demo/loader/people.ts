import { z } from 'zod';
import { uuidFor } from './ids.ts';
import type { Pictures } from './pictures.ts';
import type { Tabela } from './rows.ts';
import { readYaml } from './source.ts';

const peopleFile = z.strictObject({
  pessoas: z.array(
    z.strictObject({
      chave: z.string(),
      nome: z.string(),
      email: z.string().optional(),
      cores: z.tuple([z.string(), z.string()]),
      minicurriculo: z.string(),
    }),
  ),
});
export type PessoaDemo = z.infer<typeof peopleFile>['pessoas'][number];

export function readPeople(): readonly PessoaDemo[] {
  return readYaml('content/pessoas.yaml', peopleFile).pessoas;
}

export function pessoaId(chave: string): string {
  return uuidFor(`pessoa:${chave}`);
}

/** Returns the table `pessoa`. Who has an institutional address has the institute's telephone too. */
export function tabelaDePessoas(pessoas: readonly PessoaDemo[], pictures: Pictures): Tabela {
  const linhas = pessoas.map(({ chave, nome, email, minicurriculo }) => ({
    id: pessoaId(chave),
    nome,
    nome_social: null,
    foto_arquivo_id: pictures.idOf(`retrato-${chave}`),
    foto_alt: pictures.forText(`retrato-${chave}`).alt,
    minicurriculo,
    email_institucional: email === undefined ? null : `${email}@prevserena.example`,
    telefone_institucional: email === undefined ? null : '(91) 3000-0000',
  }));
  return { nome: 'pessoa', linhas };
}
