/** The second person's half of a change: values that hold from now on, and those that hold from a day on. */
import { day } from "@manilla/contract/formats";
import type { ConfigurationKey, DatedKey } from "@manilla/contract/platform/configuration";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { DomainError } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { recordAudit } from "../audit/index.ts";
import { hasBegun } from "../approvals/index.ts";
import { forgetRead, isDated, typedValues } from "./index.ts";

interface Changed {
  values: Partial<Record<ConfigurationKey, string | number>>;
  /** From when those hold that are dated, and why they were requested. */
  valid_from?: string;
  reason?: string;
}

/** Other values, once a second person has agreed. */
export const changeConfiguration: ApprovalKind<Changed> = {
  permission: "provider:can_update_system_configuration",
  over: hasBegun,
  shows: async (_, { payload: { valid_from } }) => ({
    facts: [{ label: "Holds from", value: valid_from ? day(valid_from) : "The moment that it is approved" }],
  }),
  async execute(tx, context, { payload, maker_id }) {
    const values = typedValues(payload.values);
    const { valid_from, reason = "" } = payload;
    for (const [key, value] of Object.entries(values)) {
      if (isDated(key)) await keepDated(tx, context, { key, value, valid_from, reason, set_by: maker_id });
      else await keepNow(tx, context, key, value);
    }
    forgetRead(tx);
    return undefined;
  },
};

async function keepNow(tx: Tx, context: Context, key: string, value: string | number): Promise<void> {
  const { rows } = await sql<{ before: unknown }>`
    update configuration c
    set value = ${JSON.stringify(value)}::jsonb, updated_by = ${context.session.user_id}, updated_at = ${clock.now()}
    from (select key, value as before from configuration where key = ${key} for update) b
    where c.key = b.key
    returning b.before
  `.execute(tx);
  if (!rows[0]) throw new DomainError(409, "unknown_setting", "One of these values no longer exists.");
  await recordAudit(tx, context, "configuration_changed", ["configuration", key], {
    before: { value: rows[0].before },
    after: { value },
  });
}

interface Dated {
  key: DatedKey;
  value: string | number;
  valid_from: string | undefined;
  reason: string;
  set_by: string;
}

/** @throws DomainError where the day has begun in the meantime, or another value begins on it */
async function keepDated(tx: Tx, context: Context, { value, ...dated }: Dated): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    insert into configuration_values (key, valid_from, value, reason, set_by)
    select ${dated.key}, ${dated.valid_from ?? null}::date, ${JSON.stringify(value)}::jsonb, ${dated.reason}, ${dated.set_by}
    from business_calendar
    where business_date < ${dated.valid_from ?? null}::date
    on conflict (key, valid_from) where withdrawn_at is null and not is_at_once do nothing
    returning key
  `.execute(tx);
  if (!rows[0])
    throw new DomainError(409, "changed", "The day has begun, or another value begins on it by now. Ask again.");
  await recordAudit(tx, context, "configuration_changed", ["configuration", dated.key], {
    after: { value, valid_from: dated.valid_from },
    reason: dated.reason,
  });
}
