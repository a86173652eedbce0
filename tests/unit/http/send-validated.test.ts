import express from 'express';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { sendValidated } from '../../../server/http/validators.ts';

const app = express()
  .disable('etag')
  .use((req, res) => {
    res.status(req.path === '/404' ? 404 : 200).type('text/plain');
    sendValidated(req, res, Buffer.from('páginas'), '"a"');
  });

describe('sendValidated', () => {
  it('sends the whole body with its length and its validator', async () => {
    const response = await request(app).get('/');
    expect([response.status, response.text]).toEqual([200, 'páginas']);
    expect(response.headers).toMatchObject({ etag: '"a"', 'content-length': '8', 'content-type': 'text/plain; charset=utf-8' });
  });

  it('answers 304 to a client that has it, without type and content', async () => {
    const response = await request(app).get('/').set('If-None-Match', 'W/"a"');
    expect([response.status, response.text, response.headers['etag']]).toEqual([304, '', '"a"']);
    for (const name of ['content-type', 'content-length']) expect(response.headers).not.toHaveProperty(name);
  });

  it('sends another body than the one that the visitor has', async () => {
    expect((await request(app).get('/').set('If-None-Match', '"b"')).status).toBe(200);
  });

  it('sends an error whatever the visitor has', async () => {
    expect((await request(app).get('/404').set('If-None-Match', '*')).status).toBe(404);
  });

  it('sends the fields alone for HEAD', async () => {
    const response = await request(app).head('/');
    expect([response.text, response.headers['content-length']]).toEqual([undefined, '8']);
  });
});
