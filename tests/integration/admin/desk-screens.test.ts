/** Import of statistics and erasure of cases, as the screens of the administration ask for them, on the project's own engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseCases, readRetention } from '../../../client/admin/cases/erasure.ts';
import { checkStatistics, importStatistics, readImports, undoMonth } from '../../../client/admin/cases/statistics-file.ts';
import { type CaseDesk, OMBUDSMAN, openCaseDesk } from '../project/cases/case-desk.ts';
import { ADMINISTRATOR, ANA, PROJECT_ENGINES } from '../project/editorial/project-engine.ts';
import { type Desk, deskOf } from './own-engine.ts';

const FILE = 'canal;ano;mes;dimensao;valor;quantidade\nsic;2024;3;total;;41\nsic;2024;4;total;;42';
const CASES = 55;

describe.each(PROJECT_ENGINES)('on %s', (_, open) => {
  let cases: CaseDesk;
  let ombudsman: Desk;
  let administrator: Desk;
  let editor: Desk;
  beforeAll(async () => {
    cases = await openCaseDesk(open);
    const { project } = cases;
    ombudsman = await deskOf(() => project, OMBUDSMAN);
    administrator = await deskOf(() => project, ADMINISTRATOR);
    editor = await deskOf(() => project, ANA);
  }, 120_000);
  afterAll(() => cases.close());

  test('a file is checked, foretold, imported by one person and undone by another', async () => {
    const { problems, months } = await checkStatistics(ombudsman.run, `${FILE}\nouv;2024;13;total;;x`);
    expect(problems.map(({ linha }) => linha)).toEqual([4, 4, 4]);
    expect(months.length).toBeGreaterThan(0);
    const good = await checkStatistics(ombudsman.run, FILE);
    expect([good.problems, good.months.map(({ casos_antes, casos_depois }) => [casos_antes, casos_depois])]).toEqual([
      [],
      [
        [null, 41],
        [null, 42],
      ],
    ]);
    await importStatistics(ombudsman.run, 'sic.csv', FILE);
    const [made] = await readImports(administrator.run);
    expect([made?.nome, made?.autor?.nome, made?.meses.map(({ mes, pode_desfazer }) => [mes, pode_desfazer])]).toEqual([
      'sic.csv',
      'Olga',
      [
        [3, true],
        [4, true],
      ],
    ]);
    const [march] = made?.meses ?? [];
    if (made === undefined || march === undefined) throw new Error('nothing was imported');
    await undoMonth(administrator.run, made.id, march);
    const [after] = await readImports(ombudsman.run);
    expect(after?.meses.map(({ desfeito_em }) => desfeito_em !== null)).toEqual([true, false]);
    await expect(undoMonth(administrator.run, made.id, march)).rejects.toThrow('Não há mês desta importação para desfazer.');
    await expect(checkStatistics(editor.run, FILE)).rejects.toThrow('Sua conta não permite');
  });

  test('due cases are erased in steps that are recorded, and the report stays as it was', async () => {
    const report = (): Promise<unknown> =>
      cases.project.rows("select * from relatorio_de_casos('sic', '2020') order by parte, ano, dimensao, valor, mes_inicio, mes_fim");
    await cases.at('2020-03-02T12:00:00Z');
    for (let index = 0; index < CASES; index += 1) {
      const { protocolo } = await cases.register('pedido', {
        texto: 'Um texto com mais de vinte letras.',
        solicitante: `${index}`.padStart(64, '0'),
      });
      const id = (await cases.consult(String(protocolo)))?.['id'];
      await cases.step(id, 'em_tratamento');
      await cases.step(id, 'respondido', { resposta: 'Aqui está.', tipo_resposta: 'acesso_concedido' });
    }
    await cases.at('2020-06-02T12:00:00Z');
    await cases.project.rows('select quantidade from encerrar_casos_por_prazo(200)');
    await cases.at('2026-06-02T12:00:00Z');
    const before = await report();
    expect(JSON.stringify(before)).toContain('solicitante');
    const { due } = await readRetention(administrator.run);
    expect(due).toHaveLength(CASES);
    const done: number[] = [];
    await eraseCases(
      ombudsman.run,
      due.map(({ id }) => id),
      (count) => done.push(count),
    );
    expect(done).toEqual([50, 55]);
    expect(await report()).toEqual(before);
    const { due: rest, erasures } = await readRetention(ombudsman.run);
    expect([rest, erasures.map(({ quantidade, autor }) => [quantidade, autor?.nome])]).toEqual([
      [],
      [
        [5, 'Olga'],
        [50, 'Olga'],
      ],
    ]);
    expect(erasures.flatMap(({ protocolos }) => protocolos).toSorted()).toEqual(due.map(({ protocolo }) => protocolo).toSorted());
    await expect(readRetention(editor.run)).rejects.toThrow('Sua conta não permite');
  });
});
