import { uuidv7 } from "uuidv7";
import type { ApprovalItem, Context } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { notifyRoles } from "../notifications/index.ts";
import { waitsForYou } from "./messages.ts";
import { personOf, toJson } from "./payload.ts";

export interface ApprovalRequest {
  kind: string;
  title: string;
  payload: Record<string, unknown>;
  before?: Record<string, unknown>;
  items?: ApprovalItem[];
  amount_kobo?: bigint;
  item_count?: number;
  reason?: string;
  /** Whom it is about, where the payload does not say `user_id`. */
  about?: string;
}

/** Puts something sensitive before a second person and tells those who may decide. @throws Conflict when the same waits already */
export async function requestApproval(tx: Tx, context: Context, request: ApprovalRequest): Promise<string> {
  const kind = context.house.approvals.get(request.kind);
  if (!kind) throw new Error(`unknown kind of approval: ${request.kind}`);
  const id = uuidv7();
  await tx
    .insertInto("approvals")
    .values({
      id,
      kind: request.kind,
      title: request.title,
      payload: toJson(request.payload),
      before: request.before ? toJson(request.before) : null,
      items: toJson(request.items ?? []),
      amount_kobo: request.amount_kobo ?? null,
      item_count: request.item_count ?? Math.max(1, request.items?.length ?? 1),
      reason: request.reason ?? null,
      maker_id: context.session.user_id,
    })
    .execute()
    .catch((error: { code?: string; constraint?: string }) => {
      throw error.constraint === "approvals_asked_once"
        ? new Conflict("The same waits for a second person already.", "already_asked")
        : error;
    });
  await recordAudit(tx, context, "approval_requested", ["approval", id], {
    after: { kind: request.kind, title: request.title },
    reason: request.reason,
    about: request.about ?? personOf(request.payload),
  });
  const deciders = await rolesWith(tx, kind.permission, "provider:can_decide_approvals");
  await notifyRoles(tx, deciders, {
    ...waitsForYou(request.title),
    except: context.session.user_id,
    about: request.about ?? personOf(request.payload),
  });
  return id;
}
