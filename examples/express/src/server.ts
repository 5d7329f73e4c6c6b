import express from 'express';
import { authenticate } from './authenticate';

const { AUTH_ISSUER = 'http://localhost:3000', AUTH_AUDIENCE, PORT = '4000' } = process.env;

const app = express();
app.get('/health', (_request, response) => void response.json({ up: true }));
app.use(authenticate(AUTH_ISSUER, AUTH_AUDIENCE));
app.get('/orders', (_request, response) => void response.json({ uid: response.locals.uid, orders: [] }));
app.listen(Number(PORT));
