import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../../../sandbox/src/main.ts";
import { startSandbox } from "../../../../sandbox/src/main.ts";
import { S3_KEY } from "../../../../sandbox/src/s3.ts";
import { createS3Storage } from "./s3.ts";

let sandbox: Sandbox;
const name = "a".repeat(48);
const storeWith = (more: Partial<Parameters<typeof createS3Storage>[0]> = {}) =>
  createS3Storage({
    S3_ENDPOINT: `${sandbox.url}/s3`,
    S3_BUCKET: "manilla-files",
    S3_REGION: "af-south-1",
    S3_ACCESS_KEY_ID: S3_KEY.id,
    S3_SECRET_ACCESS_KEY: S3_KEY.secret,
    ...more,
  });

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    smtp_port: 0,
    webhook_target: "http://127.0.0.1:59999/nobody",
    paystack_secret: "sk_test_sandbox",
    mono_webhook_secret: "mono_webhook_sandbox",
  });
});
afterAll(() => sandbox.close());

describe("Files in a bucket", () => {
  it("come back as they were, are written once under a name, and are gone when removed", async () => {
    const store = storeWith();
    const sealed = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256));
    await store.write(name, sealed);
    expect((await store.read(name)).equals(sealed)).toBe(true);
    await expect(store.write(name, Buffer.from("another"))).rejects.toThrow("412");
    await store.remove(name);
    await store.remove(name);
    await expect(store.read(name)).rejects.toThrow("404");
  });

  it("open to nobody without the secret, and to no path but our own names", async () => {
    await expect(storeWith({ S3_SECRET_ACCESS_KEY: "a-wrong-secret-key" }).read(name)).rejects.toThrow("403");
    await expect(
      storeWith({ S3_ACCESS_KEY_ID: "AKIASTRANGER" }).write("b".repeat(48), Buffer.from("x")),
    ).rejects.toThrow("403");
    for (const path of ["../../etc/passwd", "", "A".repeat(48), `${name}/..`])
      await expect(storeWith().read(path)).rejects.toThrow("not the name");
    expect((await fetch(`${sandbox.url}/s3/manilla-files/files/aa/${name}`)).status).toBe(403);
  });

  it("say that the store cannot be reached instead of losing anything quietly", async () => {
    await expect(storeWith({ S3_ENDPOINT: "http://127.0.0.1:59998" }).write(name, Buffer.from("x"))).rejects.toThrow(
      "cannot be reached",
    );
    expect(() =>
      createS3Storage({
        S3_ENDPOINT: undefined,
        S3_BUCKET: "b",
        S3_REGION: "us-east-1",
        S3_ACCESS_KEY_ID: "k",
        S3_SECRET_ACCESS_KEY: "s",
      }),
    ).toThrow("not configured");
  });
});
