// BLAKE2b (RFC 7693), which WebCrypto does not have: for as many hashes as a match has random numbers, not for speed.

const MASK = (1n << 64n) - 1n;
const BLOCK_BYTES = 128;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const ROUNDS = 12;
const MIXED = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

const turned = (word, by) => ((word >> by) | (word << (64n - by))) & MASK;

function mix(v, [a, b, c, d], x, y) {
  v[a] = (v[a] + v[b] + x) & MASK;
  v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & MASK;
  v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & MASK;
  v[b] = turned(v[b] ^ v[c], 63n);
}

function compress(h, block, count, isLast) {
  const words = new DataView(block.buffer, block.byteOffset, BLOCK_BYTES);
  const m = Array.from({ length: 16 }, (_, index) => words.getBigUint64(index * 8, true));
  const v = [...h, ...IV];
  v[12] ^= BigInt(count);
  if (isLast) v[14] ^= MASK;
  for (let round = 0; round < ROUNDS; round++) {
    const order = SIGMA[round % SIGMA.length];
    MIXED.forEach((four, index) => mix(v, four, m[order[2 * index]], m[order[2 * index + 1]]));
  }
  for (let index = 0; index < 8; index++) h[index] ^= v[index] ^ v[index + 8];
}

/** The hash of some bytes, `length` bytes of it, with a key of up to 64 bytes. */
export function blake2b(data, length, key = new Uint8Array()) {
  const padded = key.length ? BLOCK_BYTES : 0;
  const total = padded + data.length;
  const bytes = new Uint8Array(Math.max(BLOCK_BYTES, Math.ceil(total / BLOCK_BYTES) * BLOCK_BYTES));
  bytes.set(key);
  bytes.set(data, padded);
  const h = [...IV];
  h[0] ^= BigInt(0x01010000 | (key.length << 8) | length);
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const isLast = at + BLOCK_BYTES === bytes.length;
    compress(h, bytes.subarray(at, at + BLOCK_BYTES), isLast ? total : at + BLOCK_BYTES, isLast);
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, index) => out.setBigUint64(index * 8, word, true));
  return new Uint8Array(out.buffer, 0, length);
}
