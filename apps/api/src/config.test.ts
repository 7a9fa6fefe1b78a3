import { mkdtempSync, rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const folder = mkdtempSync("/var/tmp/manilla-test-config-");
afterAll(() => rmSync(folder, { recursive: true }));

const demo = { DATABASE_URL: "postgres://x@y/z", DATA_FOLDER: folder };
const value = "a-value-of-their-own";
const production = {
  ...demo,
  NODE_ENV: "production",
  MASTER_KEY: "0123456789abcdef".repeat(4),
  INDEX_KEY: "fedcba9876543210".repeat(4),
  PUBLIC_URL: "https://manilla.example",
  PAYSTACK_SECRET_KEY: value,
  MONO_SECRET_KEY: value,
  MONO_WEBHOOK_SECRET: value,
  PREMBLY_API_KEY: value,
  PREMBLY_APP_ID: value,
  TERMII_API_KEY: value,
  TERMII_SECRET_KEY: value,
  SMTP_URL: "smtps://x",
  MAIL_WEBHOOK_KEY: value,
  FCM_ACCESS_KEY: value,
};
const refusalOf = (environment: Record<string, string | undefined>): string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message.split("\n");
  }
  return [];
};

const WRONG: [string, string][] = [
  ["NODE_ENV", "prod"],
  ["PORT", "abc"],
  ["PORT", "0"],
  ["PORT", "70000"],
  ["PORT", "80.5"],
  ["PORT", "1e3"],
  ["HOST", "not a host"],
  ["PUBLIC_URL", "ftp://a"],
  ["DATABASE_URL", "mysql://x"],
  ["DATABASE_OWNER_URL", "x"],
  ["DATABASE_POOL", "1"],
  ["DATABASE_POOL", "many"],
  ["DATABASE_CONNECTIONS", "9"],
  ["API_PROCESSES", "0"],
  ["API_PROCESSES", "9999"],
  ["DATA_FOLDER", ""],
  ["MASTER_KEY", "zz"],
  ["INDEX_KEY", "00"],
  ["RATE_LIMIT", "-1"],
  ["LOG_LEVEL", "loud"],
  ["TRUST_PROXY", "99"],
  ["RUN", "all"],
  ["CHECKOUT_BASE", "checkout"],
  ["CHECKOUT_BASE", "/api"],
  ["SANDBOX_URL", "x"],
  ["PAYSTACK_URL", "x"],
  ["PAYSTACK_SECRET_KEY", "short"],
  ["SMTP_URL", "http://x"],
  ["MAIL_FROM", "nobody"],
  ["FCM_PROJECT", "../x"],
  ["S3_BUCKET", "A"],
  ["S3_REGION", "!"],
  ["S3_ENDPOINT", "x"],
  ["SECOND_FACTOR_REQUIRED", "yes"],
  ["PRODUCTION_APP_HOST", '"><script>'],
  ["MOBILE_APP_LINK", "javascript:alert(1)"],
  ["STATEMENT_SOURCE_3_NAME", "x"],
  ["DEMO", "1"],
];

describe("the configuration", () => {
  it.each(WRONG)("%s=%j is refused by its name, with what it wants, in words", (name, wrong) => {
    const lines = refusalOf({ ...demo, [name]: wrong });
    expect(lines.map((line) => line.split(":")[0])).toEqual([name]);
    expect(lines[0]).toMatch(/^\w+: wants .{5,}/);
    expect(lines[0]).not.toMatch(/Invalid|Too (small|big)|expected|received|undefined/);
  });

  it("takes an empty variable for one that is not set, and names every wrong one at once", () => {
    expect(readConfig({ ...demo, PORT: "", LOG_LEVEL: "" })).toMatchObject({ PORT: 4_400, LOG_LEVEL: "info" });
    expect(refusalOf({ ...demo, PORT: "x", RUN: "x" })).toHaveLength(2);
  });

  it("does not let the demo world be reached from elsewhere", () => {
    expect(refusalOf({ ...demo, DEMO: "true", HOST: "0.0.0.0" })).toEqual([
      expect.stringMatching(/^HOST: wants 127\.0\.0\.1/),
    ]);
    expect(refusalOf({ ...demo, HOST: "0.0.0.0" })).toEqual([]);
  });

  it("asks for the rest of a bucket", () => {
    expect(refusalOf({ ...demo, S3_BUCKET: "documents" }).map((line) => line.split(":")[0])).toEqual([
      "S3_ENDPOINT",
      "S3_ACCESS_KEY_ID",
      "S3_SECRET_ACCESS_KEY",
    ]);
  });
});

describe("in production", () => {
  it("starts with everything in order", () => {
    expect(readConfig(production)).toMatchObject({ is_production: true, second_factor_required: true });
  });

  it("wants each secret", () => {
    for (const name of Object.keys(production).filter((key) => /KEY|SECRET|SMTP|PUBLIC/.test(key)))
      expect(refusalOf({ ...production, [name]: undefined })).toEqual([
        expect.stringMatching(new RegExp(`^${name}: wants .* in production$`)),
      ]);
  });

  it.each<[string, Record<string, string>]>([
    ["DEMO", { DEMO: "true" }],
    ["SANDBOX_URL", { SANDBOX_URL: "https://example.com" }],
    ["PAYSTACK_SECRET_KEY", { PAYSTACK_SECRET_KEY: "sk_test_sandbox" }],
    ["PUBLIC_URL", { PUBLIC_URL: "http://manilla.example" }],
    ["PAYSTACK_URL", { PAYSTACK_URL: "http://127.0.0.1:4401/paystack" }],
    ["BANK_URL", { BANK_URL: "http://bank.example" }],
    ["MASTER_KEY", { MASTER_KEY: "0".repeat(64) }],
    ["INDEX_KEY", { INDEX_KEY: production.MASTER_KEY }],
    ["SECOND_FACTOR_REQUIRED", { SECOND_FACTOR_REQUIRED: "false" }],
  ])("refuses what belongs to the demo: %s", (name, wrong) => {
    expect(refusalOf({ ...production, ...wrong }).map((line) => line.split(":")[0])).toEqual([name]);
  });
});
