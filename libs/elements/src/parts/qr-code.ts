import { html, svg, type TemplateResult } from 'lit';

/** A QR code as one path: a square for each dark module. */
export interface QrCode {
  size: number;
  path: string;
}

/** The QR code of a text. What computes it is loaded then. */
export async function qrCodeOf(text: string): Promise<QrCode> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}

/** The key of an app in groups, of which a copy has no blanks. */
export function secretKey(secret: string): TemplateResult {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return html`<code dir="ltr" part="key">${groups.map((group) => html`<span>${group}</span>`)}</code>`;
}

export function qrCode({ size, path }: QrCode, label: string): TemplateResult {
  return html`<svg class="qr" part="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    ${svg`<path d=${path} fill="currentColor"></path>`}
  </svg>`;
}
