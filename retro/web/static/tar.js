// Reads archives as the site's build writes them: tar files of the format USTAR with nothing but files.

const BLOCK = 512; // bytes
const NAME = { first: 0, length: 100 }, SIZE = { first: 124, length: 12 }, PREFIX = { first: 345, length: 155 }; // fields of a header

// Call a function with the name and the contents of each file.
export function unpack(buffer, take) {
  const field = (at, { first, length }) => new TextDecoder().decode(new Uint8Array(buffer, at + first, length)).replace(/\0.*/s, "");
  for (let at = 0; at < buffer.byteLength; ) {
    const name = field(at, NAME), prefix = field(at, PREFIX);
    if (!name) return;
    const size = parseInt(field(at, SIZE), 8);
    take(prefix ? `${prefix}/${name}` : name, new Uint8Array(buffer, at + BLOCK, size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
}
