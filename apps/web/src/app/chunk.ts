/** K005: a script chunk that has not come after 120 seconds is an error. */
const CHUNK_TIMEOUT_MS = 120_000;
const RELOADED = "manilla.reloaded-at";
/** Opening afresh by itself happens at most this often: a part that is really gone must not make the page turn in circles. */
const RELOAD_EVERY_MS = 60_000;

/** A part of the application that could not be fetched: no network, or a newer version has replaced it. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super("A part of the application could not be loaded.", { cause });
    this.name = "ChunkError";
  }
}

let target: string | undefined;
/** Says where the router is going: a part that does not come is requested again there, not on the page that is being left. */
export function goingTo(path: string): void {
  target = path;
}

/**
 * Loads a part of the code. After a release old chunks are gone: then the page that was requested is opened afresh, once, by itself.
 * @throws ChunkError after 120 s, or when it fails again
 */
export async function loadChunk<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError("timeout")), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    const path = target ?? location.pathname + location.search;
    if (navigator.onLine && Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) > RELOAD_EVERY_MS) {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      if (path === location.pathname + location.search) location.reload();
      else location.assign(path);
      await new Promise(() => undefined);
    }
    throw error instanceof ChunkError ? error : new ChunkError(error);
  } finally {
    clearTimeout(timer);
  }
}
