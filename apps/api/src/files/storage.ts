/** Files on disk under names of our own, encrypted with the key of the person they belong to: erasing the person erases them. */
import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { App } from "../app.ts";

type Parts = Pick<App, "config" | "encryption">;

interface Owner {
  user_id: string;
  data_key: Buffer;
}

/** The only form that a storage name has; anything else never becomes a path. */
const NAME = /^[0-9a-f]{48}$/;

function pathOf({ config }: Parts, name: string): string {
  if (!NAME.test(name)) throw new Error("this is not the name of a stored file");
  return join(config.DATA_FOLDER, "files", name.slice(0, 2), name);
}

/**
 * Writes a file whole or not at all.
 * @returns the random name under which it is found again
 */
export async function storeFile(parts: Parts, owner: Owner, bytes: Buffer): Promise<string> {
  const name = randomBytes(24).toString("hex");
  const path = pathOf(parts, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const sealed = parts.encryption.encrypt(owner.user_id, owner.data_key, `file:${name}`, bytes.toString("base64"));
  const handle = await open(`${path}.part`, "wx", 0o600);
  try {
    await handle.writeFile(sealed);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.part`, path);
  return name;
}

/** @throws Error when the file is gone, or was made for somebody else */
export async function readStoredFile(parts: Parts, owner: Owner, name: string): Promise<Buffer> {
  const sealed = await readFile(pathOf(parts, name));
  return Buffer.from(parts.encryption.decrypt(owner.user_id, owner.data_key, `file:${name}`, sealed), "base64");
}

/** Takes back a file whose record was not made. */
export const forgetFile = (parts: Parts, name: string): Promise<void> => rm(pathOf(parts, name), { force: true });
