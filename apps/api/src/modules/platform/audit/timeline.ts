/** What the audit trail tells in a record's timeline. */
import { type Paper, withheldFrom } from "@manilla/contract/people/papers";
import { actInWords } from "@manilla/contract/platform/audit-words";
import { sql } from "kysely";
import type { Said, TimelineReader, TimelineRow, TimelineSource } from "../../../house/timelines.ts";
import { changesInWords, namesIn } from "./in-words.ts";
import { openPersonal } from "./personal.ts";

type Values = Record<string, unknown> | null;
interface Data {
  before: Values;
  after: Values;
  sealed: string | null;
  data_key: string | null;
  about_id: string | null;
  names: Record<string, string> | null;
}
const MAX_CHANGES = 12;
/** Fields that only those see who may see the paper. */
const OF_PAPERS: Partial<Record<Paper, RegExp>> = { salary: /salary|_income|_profit/, identity: /^(bvn|nin)/ };

const bytes = (hex: string | null): Buffer | null => (hex ? Buffer.from(hex, "hex") : null);
/** A title as it is kept, with a loan's reference in it: `operations_verified LN-260725-BFCE3J`. */
const titled = (text: string): string => text.replace(/^\w+/, actInWords);

function saysOf(row: TimelineRow, { session, encryption }: TimelineReader): Said {
  // As `data` of this source is written below: a row of any source has an object.
  const { before, after, sealed, data_key, about_id, names } = row.data as unknown as Data;
  const opened = openPersonal(encryption, {
    before,
    after,
    reason: row.detail,
    sealed: bytes(sealed),
    data_key: bytes(data_key),
    about_id,
  });
  const withheld = withheldFrom(session.permissions);
  const readable = (values: Values): Values =>
    values &&
    Object.fromEntries(
      Object.entries(values).filter(([field]) => !withheld.some((paper) => OF_PAPERS[paper]?.test(field))),
    );
  return {
    words: titled(row.what),
    detail: opened.reason,
    changes: changesInWords(readable(opened.before), readable(opened.after), names ?? {}).slice(0, MAX_CHANGES),
  };
}

/**
 * The audit records `r` of a subject, with what they changed, without what the reader may not see.
 * @param more another `from` has `r` in it
 */
export const auditTold = (
  subject_type: string,
  more: Partial<TimelineSource<{ id: string }>> = {},
): TimelineSource<{ id: string }> => {
  const { from = "audit_records r", ...rest } = more;
  return {
    name: "act",
    kind: "changes",
    from: `${from} left join users v on v.id = r.viewed_id left join users k on k.id = r.about_id`,
    of: ({ id }) => sql`r.subject_type = ${subject_type} and r.subject_id = ${id}::text`,
    id: "r.id",
    at: "r.recorded_at",
    what: "r.action",
    detail: "r.reason",
    who: "r.actor_name || coalesce(', viewing as ' || v.full_name, '')",
    data: `json_build_object(
      'before', r.before, 'after', r.after, 'sealed', encode(r.sealed, 'hex'), 'data_key', encode(k.data_key, 'hex'),
      'about_id', r.about_id, 'subject_id', r.subject_id, 'names', ${namesIn("coalesce(r.before::text, '') || coalesce(r.after::text, '')")}
    )`,
    says: saysOf,
    ...rest,
  };
};
