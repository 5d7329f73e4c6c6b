import { createVerifier } from '@latchkey/verify';
import express from 'express';
import { authenticate } from './authenticate';

const { AUTH_ISSUER = 'http://localhost:3000', AUTH_AUDIENCE, PORT = '4000' } = process.env;

const verifier = createVerifier({ issuer: AUTH_ISSUER, audience: AUTH_AUDIENCE }).start();
const app = express();
app.get('/health', (_request, response) => void response.json({ up: true }));
app.use(authenticate(verifier));
app.get('/orders', (_request, response) => void response.json({ uid: response.locals.uid, orders: [] }));
app.listen(Number(PORT));
