/** Every case that is tried at the endpoints, by the number of the attack that it belongs to. */
import { expect } from 'vitest';
import { imageUrl } from '../../../shared/images/image-url.ts';
import { FILE_ID, FILE_PATH, HOSTILE_PATHS } from '../files/hostile-paths.ts';
import { askRaw } from '../files/raw-client.ts';
import { BROKEN_BODIES, NO_FILES } from '../files/storage-faults.ts';
import { ENDLESS_ANSWERS, HOST_FAULTS, REFUSED_ADDRESSES } from '../images/host-faults.ts';
import { REFUSED_REQUESTS } from '../images/refused-requests.ts';
import { reply } from '../images/remote-host.ts';
import type { Endpoint } from './catalogue.ts';
import type { NameAnswer } from './endpoints-process.ts';
import { FILE_SCENARIOS } from './file-scenarios.ts';
import { PICTURE_SCENARIOS } from './picture-scenarios.ts';
import { PICTURES } from './pictures.ts';
import { HOST, type Scenario, type Stage, verdict } from './stage.ts';

export interface EndpointCase extends Scenario {
  readonly endpoint: Endpoint;
}

/** Long enough for a failure to be forgotten. */
const FAILURE_MS = 5_001;

const refusedRequests = REFUSED_REQUESTS.map(({ attack, name, target, code }): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    const asked = stage.host.requests.length;
    expect(verdict(await stage.get(target))).toBe(`400 ${code}`);
    expect(stage.host.requests.length).toBe(asked);
  };
  return { attack, endpoint: 'pictures', name, run };
});

const hostFaults = HOST_FAULTS.map(([attack, name, answer, expected], index): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    const path = `/falha-${index}.jpg`;
    // Two of the faults lead back to where they are.
    for (const at of [path, '/x.jpg']) stage.host.on(at, answer(stage.jpeg));
    expect(verdict(await stage.picture(HOST + path))).toBe(expected);
    await stage.nobodyConnected();
    stage.host.on(path, reply(stage.jpeg));
    stage.endpoints.send({ kind: 'later', ms: FAILURE_MS });
    expect(verdict(await stage.picture(HOST + path))).toBe('200');
  };
  return { attack, endpoint: 'pictures', name: `a host that answers with ${name}`, run };
});

const endlessAnswers = ENDLESS_ANSWERS.map(([attack, name, answer], index): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    stage.host.on(`/sem-fim-${index}.jpg`, answer);
    const arrived = stage.host.nextRequest();
    const asked = stage.picture(`${HOST}/sem-fim-${index}.jpg`);
    await arrived;
    stage.endpoints.send({ kind: 'run-out' });
    // So many fields may reach their own limit first.
    expect(verdict(await asked)).toMatch(name === 'one field after another' ? /^50[24] / : /^504 IMAGE_SOURCE_TIMEOUT$/);
    await stage.nobodyConnected();
  };
  return { attack, endpoint: 'pictures', name: `a host that answers with ${name}`, run };
});

const refusedAddresses = REFUSED_ADDRESSES.map(([attack, name, , expected], index): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    const asked = stage.host.requests.length;
    expect(verdict(await stage.picture(`http://endereco-${index}.example/boa.jpg`))).toBe(expected);
    expect(stage.host.requests.length).toBe(asked);
  };
  return { attack, endpoint: 'pictures', name: `an address that is ${name}`, run };
});

/** The names that `refusedAddresses` asks for. */
export const CASE_NAMES: Readonly<Record<string, readonly NameAnswer[]>> = Object.fromEntries(
  REFUSED_ADDRESSES.map(([, , addresses], index) => [`endereco-${index}.example`, [addresses]]),
);

const pictures = PICTURES.map(([attack, name, bytes, expected], index): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    stage.host.on(`/foto-${index}.jpg`, reply(await bytes()));
    expect(await stage.described(`${HOST}/foto-${index}.jpg`)).toBe(expected);
  };
  return { attack, endpoint: 'pictures', name, run };
});

const hostilePaths = HOSTILE_PATHS.map(([attack, path]): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    const asked = stage.storage.asked.length;
    expect(await askRaw(stage.endpoints.port, `GET ${path} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 404 /);
    expect(stage.storage.asked.length).toBe(asked);
  };
  return { attack, endpoint: 'files', name: path.slice(0, 60), run };
});

const noFiles = NO_FILES.map(([attack, name, fault]): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    stage.storage.faults.set(FILE_ID, fault);
    expect(verdict(await stage.get(FILE_PATH))).toBe('502 NETWORK');
    // A picture of that file fares no better.
    expect(verdict(await stage.get(imageUrl(FILE_PATH, 320)))).toBe('502 NETWORK');
  };
  return { attack, endpoint: 'files', name: `a storage that answers with ${name}`, run };
});

const brokenBodies = BROKEN_BODIES.map(([attack, name, fault]): EndpointCase => {
  const run = async (stage: Stage): Promise<void> => {
    stage.storage.faults.set(FILE_ID, fault);
    const { status, isWhole } = await stage.get(FILE_PATH);
    expect([200, 502]).toContain(status);
    expect(isWhole).toBe(status === 502);
  };
  return { attack, endpoint: 'files', name: `a body that ${name}`, run };
});

export const CASES: readonly EndpointCase[] = [
  ...refusedRequests,
  ...hostFaults,
  ...endlessAnswers,
  ...refusedAddresses,
  ...pictures,
  ...PICTURE_SCENARIOS.map((scenario): EndpointCase => ({ ...scenario, endpoint: 'pictures' })),
  ...hostilePaths,
  ...noFiles,
  ...brokenBodies,
  ...FILE_SCENARIOS.map((scenario): EndpointCase => ({ ...scenario, endpoint: 'files' })),
];
