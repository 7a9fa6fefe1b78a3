import sharp from "sharp";
import { InvalidFields } from "../errors.ts";

/** A phone's photograph has at most 50 million; what claims more is refused before a pixel is decoded. */
const MAX_PIXELS = 50_000_000;
/** The longest side that is kept: enough to read an identity card. */
const MAX_SIDE = 3_000;

sharp.cache(false);

/**
 * Makes a new image of the pixels: whatever else the file carried (place, camera, thumbnails, scripts) is left behind.
 * @throws InvalidFields at `field` when it is no image that can be read, is too large, or takes too long
 */
export async function cleanImage(bytes: Buffer, kind: "png" | "jpeg", field: string): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: "error", pages: 1 })
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .timeout({ seconds: 5 });
    return await (kind === "png" ? image.png({ compressionLevel: 6 }) : image.jpeg({ quality: 85 })).toBuffer();
  } catch (error) {
    const isTooLarge = /pixel limit/i.test((error as Error).message);
    throw new InvalidFields({ [field]: [isTooLarge ? "this image has too many pixels" : "this image cannot be read"] });
  }
}
