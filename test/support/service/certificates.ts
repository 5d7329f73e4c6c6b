import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private key and its certificate, as PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate authority of a test, made with openssl. */
export class Authority {
  private readonly folder = mkdtempSync(join(tmpdir(), 'latchkey-certificates-'));
  private made = 0;
  /** The file of its certificate. */
  readonly file: string;

  constructor() {
    this.file = this.selfSigned('/CN=An authority of the tests').file;
  }

  /** @param alternatives such as `DNS:hooks.test` */
  issue(alternatives: string, days = 30): Certificate {
    const { key, cert, path } = this.paths();
    const request = path('csr');
    const names = ['-subj', '/CN=receiver', '-addext', `subjectAltName=${alternatives}`];
    run(['req', ...NEW_KEY, '-keyout', key, '-out', request, ...names]);
    const issuer = ['-CA', this.file, '-CAkey', this.file.replace(/pem$/, 'key'), '-CAcreateserial'];
    run(['x509', '-req', '-in', request, ...issuer, '-out', cert, '-days', String(days), '-copy_extensions', 'copy']);
    return read(key, cert);
  }

  /** A certificate that no authority has signed. */
  selfSigned(subject: string, alternatives?: string): Certificate & { file: string } {
    const { key, cert } = this.paths();
    const names = alternatives === undefined ? [] : ['-addext', `subjectAltName=${alternatives}`];
    run(['req', '-x509', ...NEW_KEY, '-keyout', key, '-out', cert, '-subj', subject, ...names, '-days', '30']);
    return { ...read(key, cert), file: cert };
  }

  private paths() {
    this.made += 1;
    const path = (extension: string) => join(this.folder, `${this.made}.${extension}`);
    return { key: path('key'), cert: path('pem'), path };
  }
}

function run(words: string[]): void {
  execFileSync('openssl', words, { stdio: 'pipe' });
}

function read(key: string, cert: string): Certificate {
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
