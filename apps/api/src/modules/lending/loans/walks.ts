/**
 * Ways to the rows of a large filter of loans that the common walk along the sort does not meet soon, each measured on the bench row that needs it
 * (docs/decisions/0013). Only for the provider's own list, whose scope hides no more of one status than of another.
 */
import type { Condition } from "@manilla/contract/page-request";
import { type RawBuilder, sql } from "kysely";
import type { WalkedRequest } from "../../../db/list-plan.ts";
import { aliasOf, mergedWalks, walkOver } from "../../../db/list-page.ts";

/** One walk over rows of several values can pass by a million of the others; beyond these bounds that is still the better way. */
const MAX_CHOICES = 8;
/** Two months of days. */
const MAX_NUMBERS = 62;
const MAX_MERGED_ROWS = 10_000;

/** The columns under the collation of the indexes in the order of each sort, which tell these values apart on the way. */
const IN_WALKS: Readonly<Record<string, string>> = {
  status: 'l.status collate "C"',
  arrears_bucket: 'l.arrears_bucket collate "C"',
};

type Choice = Condition & { kind: "choice" };
const isSeveral = (one: Condition): one is Choice =>
  one.kind === "choice" && one.values.length > 1 && Object.hasOwn(IN_WALKS, one.name);

/** A walk of each value, in the index that begins with it, and the first rows of all of them. */
function eachChoice(
  { shape, conditionsOf }: WalkedRequest,
  one: Choice,
  alias: string,
): RawBuilder<unknown> | undefined {
  const values = [...new Set(one.values)];
  const rows = shape.limit + shape.offset;
  if (values.length < 2 || one.values.length > MAX_CHOICES || values.length * rows > MAX_MERGED_ROWS) return undefined;
  const walks = values.map((value) => walkOver(shape, alias, conditionsOf([{ ...one, values: [value] }]), rows, 0));
  return mergedWalks(shape, alias, sql`(${sql.join(walks, sql` union all `)})`);
}

/** A walk of each number of days, in the index that begins with it. The bounds are repeated, because that index has only some of the numbers. */
function eachNumber({ shape }: WalkedRequest, one: Condition, alias: string): RawBuilder<unknown> | undefined {
  if (one.kind !== "number" || one.min === undefined || one.max === undefined || one.max <= one.min) return undefined;
  const rows = shape.limit + shape.offset;
  const count = one.max - one.min + 1;
  if (count > MAX_NUMBERS || count * rows > MAX_MERGED_ROWS) return undefined;
  const condition = sql`${shape.where} and l.days_past_due = _one.number and l.days_past_due >= ${sql.lit(one.min)}`;
  return mergedWalks(
    shape,
    alias,
    sql`
      generate_series(${sql.lit(one.min)}, ${sql.lit(one.max)}) as _one(number)
      cross join lateral ${walkOver(shape, alias, condition, rows, 0)}
    `,
  );
}

/** Several values among other conditions: one walk, with the column as the index of the sort has it. */
function along({ shape, request }: WalkedRequest, alias: string): RawBuilder<unknown> | undefined {
  const several = request.conditions.filter(isSeveral);
  if (several.length === 0) return undefined;
  const isAny = several.map(
    ({ name, values }) =>
      sql`${sql.raw(IN_WALKS[name] ?? "")} = any(array[${sql.join(values.map((value) => sql.lit(value)))}]::text[])`,
  );
  return walkOver(shape, alias, sql.join([shape.where, ...isAny], sql` and `), shape.limit, shape.offset);
}

/** For a scope that hides more of some values than of others. */
export function walkSeveral(walked: WalkedRequest): RawBuilder<unknown> | undefined {
  const alias = aliasOf(walked.shape);
  return alias === undefined ? undefined : along(walked, alias);
}

/** Where nothing but one column is requested, a walk of each of its values: with other conditions a single value may have hardly any rows. */
export function walkLoans(walked: WalkedRequest): RawBuilder<unknown> | undefined {
  const alias = aliasOf(walked.shape);
  if (alias === undefined) return undefined;
  const { conditions, words, column } = walked.request;
  const [one, ...others] = conditions;
  const isAlone = one !== undefined && others.length === 0 && words.length === 0;
  const each =
    isAlone && isSeveral(one)
      ? eachChoice(walked, one, alias)
      : isAlone && one.name === "days_past_due" && column === "next_due_on"
        ? eachNumber(walked, one, alias)
        : undefined;
  return each ?? along(walked, alias);
}
