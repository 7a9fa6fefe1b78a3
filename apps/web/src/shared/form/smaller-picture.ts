/** The longest side at which small print on an identity card is still read. */
const LONGEST = 2_400;
const SMALL_BYTES = 1_500_000;
const QUALITY = 0.85;

/** The size that a picture is drawn at. */
export function drawnAt(width: number, height: number): { width: number; height: number } {
  const share = Math.min(1, LONGEST / Math.max(width, height));
  return { width: Math.round(width * share), height: Math.round(height * share) };
}

/**
 * A large photo made smaller on the device, before it is sent over a slow network. Whatever is no picture, is small already, or cannot be
 * read here stays as it is: the server decides about it.
 */
export async function smallerPicture(file: File): Promise<File> {
  if (!file.type.startsWith("image/") || (file.type !== "image/heic" && file.size <= SMALL_BYTES)) return file;
  try {
    // The orientation of a phone's camera is applied while it is read.
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = drawnAt(picture.width, picture.height);
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
    picture.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" });
  } catch {
    return file;
  }
}
