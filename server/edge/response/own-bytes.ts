/**
 * Returns the bytes in memory of their own. Node cuts small buffers from shared slabs of 64 KB, and one that is kept keeps its whole slab:
 * a store would hold many times the bytes that it counts.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}
