/** Stored files under names of our own, encrypted with the key of the person they belong to: erasing the person erases them. */
import { randomBytes } from "node:crypto";
import type { App } from "../house/app.ts";

type Parts = Pick<App, "encryption"> & { outside: Pick<App["outside"], "storage"> };

interface Owner {
  user_id: string;
  data_key: Buffer;
}

/** Writes a file whole or not at all. @returns the random name under which it is found again */
export async function storeFile({ encryption, outside }: Parts, owner: Owner, bytes: Buffer): Promise<string> {
  const name = randomBytes(24).toString("hex");
  await outside.storage.write(
    name,
    encryption.encrypt(owner.user_id, owner.data_key, `file:${name}`, bytes.toString("base64")),
  );
  return name;
}

/** @throws Error when the file is gone, or was made for somebody else */
export async function readStoredFile({ encryption, outside }: Parts, owner: Owner, name: string): Promise<Buffer> {
  return Buffer.from(
    encryption.decrypt(owner.user_id, owner.data_key, `file:${name}`, await outside.storage.read(name)),
    "base64",
  );
}

/** Takes back a file whose record was not made, or whose time is over. */
export const forgetFile = ({ outside }: Pick<Parts, "outside">, name: string): Promise<void> =>
  outside.storage.remove(name);
