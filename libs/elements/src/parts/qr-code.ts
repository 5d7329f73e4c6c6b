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
