/** A file that was sent with an answer by mistake is taken back: nobody downloads it any more, and the history says so without it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseFunctions } from '../../../server/cases/case-functions.ts';
import { startCaseWork } from '../../../server/cases/case-work.ts';
import { accessToken } from '../../support/access-tokens.ts';
import { handTimers } from '../../support/hand-timers.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { OMBUDSMAN_ID } from '../project/cases/case-desk.ts';
import { PROJECT_ENGINES, type ProjectEngine } from '../project/editorial/project-engine.ts';
import { type CaseSite, openCaseSite, post, receiptAfter, screenOf } from './case-site.ts';

const ASKED = {
  nome: 'Quitéria',
  email: 'q@exemplo.org',
  documento: '529.982.247-25',
  forma_resposta: 'email',
  texto: 'Peço a lista dos contratos de 2025 com os valores.',
};
const WITHDRAW = `mutation ($caso: uuid!, $arquivo: uuid!, $motivo: String!, $dito: String!) {
  retirar_anexo(args: {caso_id: $caso, arquivo_id: $arquivo, motivo: $motivo, descricao: $dito}) { versao }
}`;
const TOLD = 'Retiramos um arquivo que foi enviado por engano.';

describe.each(PROJECT_ENGINES)('on %s', (_name, open) => {
  let project: ProjectEngine;
  let site: CaseSite;
  beforeAll(async () => {
    project = await open();
    site = await openCaseSite(project);
  });
  afterAll(async () => {
    await site.close();
    await project.close();
  });

  test('a file of an answer is withdrawn by the staff, with a reason, for the citizen, the staff and the storage', async () => {
    const asked = new FormData();
    for (const [name, value] of Object.entries({ ...ASKED, tempo: '9000', chave: crypto.randomUUID() })) asked.append(name, value);
    asked.append('anexos', new File(['do;cidadão\n'], 'meu.csv'));
    const receipt = await receiptAfter(site, await post(site, '/_casos/pedido', asked));
    const [caso] = await project.rows(`select id from casos.caso where protocolo = '${receipt.protocolo}'`);
    const id = String(caso?.['id']);
    const claims = { 'x-hasura-allowed-roles': ['ouvidor'], 'x-hasura-default-role': 'ouvidor', 'x-hasura-user-id': OMBUDSMAN_ID };
    const staff = {
      cookie: `apollo:default.token=${await accessToken({ payload: { sub: OMBUDSMAN_ID }, claims })}`,
      accept: 'application/json',
    };
    const step = (para: string, dados: object, content?: string): Promise<Response> => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ caso_id: id, para, dados: JSON.stringify(dados) })) form.append(name, value);
      if (content !== undefined) form.append('anexos', new File([content], 'laudo-de-outra-pessoa.csv'));
      return post(site, '/_casos/equipe/passo', form, staff);
    };
    await step('em_tratamento', {});
    const wrong = `de outra pessoa;${receipt.protocolo}\n`;
    expect((await step('respondido', { resposta: 'Segue.', tipo_resposta: 'acesso_concedido' }, wrong)).status).toBe(200);
    const files = await project.rows(`select arquivo_id::text as id, autor from casos.anexo where caso_id = '${id}'`);
    const fileOf = (autor: string): string => String(files.find((file) => file['autor'] === autor)?.['id']);
    const withdraw = (arquivo: string, motivo: string, role = 'ouvidor'): Promise<{ readonly message: string }> =>
      project.ask.fault(WITHDRAW, {
        role,
        session: { 'x-hasura-user-id': OMBUDSMAN_ID },
        variables: { caso: id, arquivo, motivo, dito: TOLD },
      });
    const download = async (arquivo: string): Promise<string> => {
      const answer = await post(site, '/_casos/arquivo', { ...receipt, arquivo });
      return answer.status === 200 ? answer.text() : String(answer.status);
    };
    const statusForStaff = async (arquivo: string): Promise<number> =>
      (await fetch(`${site.origin}/_casos/equipe/arquivo/${arquivo}`, { headers: staff })).status;
    expect([await download(fileOf('instituicao')), await statusForStaff(fileOf('instituicao'))]).toEqual([wrong, 200]);

    expect((await withdraw(fileOf('instituicao'), 'Engano', 'editor')).message).toContain('not found');
    expect((await withdraw(fileOf('instituicao'), ' ')).message).toContain('Escreva por que');
    // What the citizen has sent is no mistake of the staff.
    expect((await withdraw(fileOf('cidadao'), 'Engano')).message).toContain('já foi retirado do caso, ou foi o cidadão');
    const [before] = await project.rows(`select situacao, resposta, concluido_em, recurso_ate from casos.caso where id = '${id}'`);
    await project.ask.data(WITHDRAW, {
      role: 'ouvidor',
      session: { 'x-hasura-user-id': OMBUDSMAN_ID },
      variables: { caso: id, arquivo: fileOf('instituicao'), motivo: 'Tinha os dados de outra pessoa.', dito: TOLD },
    });
    expect((await withdraw(fileOf('instituicao'), 'Engano')).message).toContain('já foi retirado');

    expect([await download(fileOf('instituicao')), await download(fileOf('cidadao'))]).toEqual(['404', 'do;cidadão\n']);
    expect([await statusForStaff(fileOf('instituicao')), await statusForStaff(fileOf('cidadao'))]).toEqual([404, 200]);
    expect(await project.rows(`select situacao, resposta, concluido_em, recurso_ate from casos.caso where id = '${id}'`)).toEqual([before]);
    const history = await project.rows(`select * from caso_andamento where caso_id = '${id}' order by id`);
    expect(history.at(-1)).toMatchObject({
      para_situacao: null,
      descricao_publica: TOLD,
      nota_interna: 'Tinha os dados de outra pessoa.',
      autor: 'instituicao',
      autor_id: OMBUDSMAN_ID,
      arquivo_retirado: fileOf('instituicao'),
    });
    expect(JSON.stringify(history)).not.toContain('laudo-de-outra-pessoa');
    expect(await screenOf(await post(site, '/_casos/acompanhar', receipt))).toMatchObject({
      case: {
        arquivos: [{ nome: 'meu.csv' }],
        andamentos: expect.arrayContaining([expect.objectContaining({ titulo: 'Arquivo retirado', descricao: TOLD })]),
        complementos: [],
      },
    });

    const timers = handTimers();
    const work = startCaseWork({
      functions: caseFunctions(project.engine),
      files: site.files,
      sweep: () => Promise.resolve(),
      mail: null,
      log: SILENT_LOG,
      timers,
    });
    timers.run();
    await work.close();
    await project.rows("update embutido.conteudo_solto set desde = desde - interval '25 hours'");
    await site.removeOrphanedFiles();
    expect((await site.stored()).filter((content) => content === wrong)).toEqual([]);
  });
});
