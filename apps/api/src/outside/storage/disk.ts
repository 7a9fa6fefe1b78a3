/** Files in the data folder, in 256 folders by the first digits of their names. */
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../../config.ts";
import type { StoragePort } from "./port.ts";

/** The only form that a storage name has; anything else never becomes a path. */
export const NAME = /^[0-9a-f]{48}$/;

/** Files in a folder of ours, behind the port of a bucket. */
export function createDiskStorage({ DATA_FOLDER }: Pick<Config, "DATA_FOLDER">): StoragePort {
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error("this is not the name of a stored file");
    return join(DATA_FOLDER, "files", name.slice(0, 2), name);
  };
  return {
    async write(name, sealed) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const handle = await open(`${path}.part`, "wx", 0o600);
      try {
        await handle.writeFile(sealed);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${path}.part`, path);
    },
    read: async (name) => readFile(pathOf(name)),
    remove: async (name) => rm(pathOf(name), { force: true }),
  };
}
