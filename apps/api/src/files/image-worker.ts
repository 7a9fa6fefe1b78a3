/** The thread that encodes one image again (images.ts starts it): the pixels are kept; location, camera data, thumbnails and scripts are not. */
import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import type { Refusal } from "./apart.ts";

const { data, kind } = workerData as { data: Uint8Array; kind: "png" | "jpeg" };
/** A phone's photograph has at most 50 million; what claims more is refused before a pixel is decoded. */
const MAX_PIXELS = 50_000_000;
/** The longest side that is kept: enough to read an identity card. */
const MAX_SIDE = 3_000;

try {
  const image = sharp(data, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: "error", pages: 1 })
    .rotate()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: 5 });
  const made = await (kind === "png" ? image.png({ compressionLevel: 6 }) : image.jpeg({ quality: 85 })).toBuffer();
  parentPort?.postMessage({ bytes: new Uint8Array(made) });
} catch (error) {
  const isTooLarge = /pixel limit/i.test((error as Error).message);
  const refused = isTooLarge ? "this image has too many pixels" : "this image cannot be read";
  parentPort?.postMessage({ refused, is_password_wanted: false } satisfies Refusal);
}
