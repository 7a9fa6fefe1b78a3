/** Objects in a bucket that speaks Amazon's S3 (REST API, path style; also MinIO, Ceph, Cloudflare R2), each request signed with Signature Version 4 by aws4fetch. */
import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import type { Config } from "../../config.ts";
import { callForBytes } from "../http.ts";
import { NAME } from "./disk.ts";
import type { StoragePort } from "./port.ts";

/** A document of ten megabytes on a slow line. */
const DEADLINE = 60_000;

export type S3Config = Pick<
  Config,
  "S3_ENDPOINT" | "S3_BUCKET" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"
>;

/** @throws Error when the configuration lacks an endpoint, a bucket or a key */
export function createS3Storage(config: S3Config): StoragePort {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new Error("the bucket is not configured");
  // One try: whether to ask again is the caller's to know.
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: S3_REGION,
    service: "s3",
    retries: 0,
  });
  const ask = async (
    method: "GET" | "PUT" | "DELETE",
    name: string,
    body?: Buffer,
  ): Promise<{ status: number; bytes: Buffer }> => {
    if (!NAME.test(name)) throw new Error("this is not the name of a stored file");
    const headers = {
      "x-amz-content-sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex"),
      ...(body && { "content-type": "application/octet-stream", "if-none-match": "*" }),
    };
    const signed = await client.sign(`${S3_ENDPOINT}/${S3_BUCKET}/files/${name.slice(0, 2)}/${name}`, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
    });
    return callForBytes({ provider: "The store of files", request: signed, deadline: DEADLINE });
  };
  return {
    async write(name, sealed) {
      const { status } = await ask("PUT", name, sealed);
      if (status !== 200) throw new Error(`the store of files took nothing (${status})`);
    },
    async read(name) {
      const { status, bytes } = await ask("GET", name);
      if (status !== 200) throw new Error(`the store of files gave nothing (${status})`);
      return bytes;
    },
    async remove(name) {
      const { status } = await ask("DELETE", name);
      if (status !== 204 && status !== 200 && status !== 404)
        throw new Error(`the store of files removed nothing (${status})`);
    },
  };
}
