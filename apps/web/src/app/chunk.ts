/** K005: a script chunk that has not come after 120 seconds is an error. */
const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED = "manilla.reloaded-for";

/** A part of the application that could not be fetched: no network, or a newer version has replaced it. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("A part of the application could not be loaded.", { cause });
    this.name = "ChunkError";
  }
}

/**
 * Loads a part of the code. After a release old chunks are gone: then the page is reloaded once, by itself.
 * @throws ChunkError after 120 s, or when it fails again
 */
export async function loadChunk<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError("timeout")), CHUNK_TIMEOUT_MS);
  });
  try {
    const loaded = await Promise.race([load(), late]);
    sessionStorage.removeItem(RELOADED);
    return loaded;
  } catch (error) {
    if (navigator.onLine && sessionStorage.getItem(RELOADED) !== location.pathname) {
      sessionStorage.setItem(RELOADED, location.pathname);
      location.reload();
      await new Promise(() => undefined);
    }
    throw error instanceof ChunkError ? error : new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}
