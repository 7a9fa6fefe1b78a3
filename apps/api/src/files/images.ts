import { readApart } from "./apart.ts";

/**
 * Makes a new image of the pixels.
 * @throws FileRefused when it is no image that can be read, is too large, or takes too long
 */
export async function cleanImage(bytes: Buffer, kind: "png" | "jpeg"): Promise<Buffer> {
  const script = new URL("./image-worker.ts", import.meta.url);
  const made = await readApart<{ bytes: Uint8Array }>(script, { data: new Uint8Array(bytes), kind }, "image", "native");
  return Buffer.from(made.bytes);
}
