/** Steps of the close: cards that run out soon are renewed, and those that have run out are closed. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { Step } from "../../../house/app.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { closeCard, replaceCard } from "./closing.ts";
import { lockCard } from "../card-records/index.ts";
import { renewed } from "./messages.ts";

const AT_ONCE = 100;
const NOTHING = { fee_kobo: 0n, fee_vat_kobo: 0n };

/** In use by somebody who may hold it, and not for one payment alone: a new one is made in time. Others end with their last day. */
export const renewCards: Step = {
  name: "card_renewals",
  at: 79.55,
  async batch(app, tx, { opening }) {
    const until = addDays(opening, await readSetting(tx, "card_renewal_days"));
    const { rows } = await sql<{ id: string; has_ended: boolean; replaced_by: string | null }>`
      select c.id, c.expires_on < ${opening}::date as has_ended,
        (select n.id from cards n where n.replacement_for = c.id and n.status not in ('declined', 'closed')) as replaced_by
      from cards c
      join users u on u.id = c.user_id
      left join companies o on o.id = c.company_id
      where c.status in ('issued', 'active', 'frozen')
        and (
          c.expires_on < ${opening}::date
          or (
            c.expires_on <= ${until}::date
            and c.status <> 'issued'
            and not c.is_single_use
            and u.erased_at is null
            and (c.company_id is null or (o.status = 'approved' and u.company_id = c.company_id))
            and not exists (select 1 from cards n where n.replacement_for = c.id and n.status <> 'declined')
          )
        )
      order by c.expires_on, c.id
      limit ${AT_ONCE}
    `.execute(tx);
    let [new_ones, ended] = [0, 0];
    for (const { id, has_ended, replaced_by } of rows) {
      const card = (await lockCard(tx, id))!;
      if (has_ended) {
        await closeCard(tx, app, card, { actor: SYSTEM, reason: "It has run out.", replaced_by });
        ended += 1;
        continue;
      }
      const card_id = await replaceCard(tx, app, card, { because: "renewal", actor: SYSTEM, fee: NOTHING });
      await recordAudit(tx, SYSTEM, "card_renewed", ["card", id], { after: { card_id }, about: card.user_id });
      await tell(tx, app, card.user_id, renewed(card));
      new_ones += 1;
    }
    return { cursor: rows.length < AT_ONCE ? null : rows.at(-1)!.id, counts: { renewed: new_ones, ended } };
  },
};
