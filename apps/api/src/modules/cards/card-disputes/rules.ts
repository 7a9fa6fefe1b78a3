/** Decisions about disputes. Pure; amounts in kobo. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import { LIVE_DISPUTES } from "@manilla/contract/cards/card-dispute-words";
import type * as calls from "@manilla/contract/cards/card-disputes";

export interface DisputeFacts {
  status: string;
  user_id: string;
  /** Waits for a second person. */
  approval_id: string | null;
  /** When the holder was credited for now. */
  credited_at: Date | null;
}
type Rules = RulesOf<typeof calls, DisputeFacts>;

const own_dispute: Rule<DisputeFacts> = ({ user_id }, caller) => user_id === caller.user_id;
const not_yours: Rule<DisputeFacts> = ({ user_id }, caller) => user_id !== caller.user_id;
const already_requested: Rule<DisputeFacts> = ({ approval_id }) => approval_id !== null;

export const disputeRules: Rules = {
  addEvidence: {
    not_yours: (dispute, caller) => not_yours(dispute, caller) && !caller.permissions.has("provider:can_manage_cards"),
  },
  withdraw: { not_yours, already_requested },
  send: { own_dispute },
  decline: { own_dispute, already_requested },
  credit: { own_dispute, already_credited: ({ credited_at }) => credited_at !== null, already_requested },
  takeBack: { own_dispute, already_requested },
  writeOff: { own_dispute, already_requested },
};

const least = (...amounts: readonly bigint[]): bigint => amounts.reduce((left, right) => (left < right ? left : right));
const most = (left: bigint, right: bigint): bigint => (left > right ? left : right);

/** A dispute's money. */
export interface DisputeMoney {
  status: string;
  amount_kobo: bigint;
  credited_kobo: bigint;
  won_kobo: bigint;
  /** What of it the shop gave back too: that is the issuer's. */
  won_twice_kobo: bigint;
  written_off_kobo: bigint;
}

/** What of a payment a dispute takes up: all that it may still bring the holder, or has brought. */
export function exposureOf(dispute: DisputeMoney): bigint {
  const { status, amount_kobo, credited_kobo, written_off_kobo } = dispute;
  const won_kobo = dispute.won_kobo - dispute.won_twice_kobo;
  if (status === "refused") return won_kobo + credited_kobo;
  return LIVE_DISPUTES.some((live) => live === status) ? amount_kobo : won_kobo + written_off_kobo;
}

/**
 * The most that can be disputed of a capture.
 * @param payment.net_kobo what shops took of its payment less what came back
 * @param payment.exposure_kobo what disputes about the payment take up, and those about this capture of it
 */
export const mostOf = (
  capture_kobo: bigint,
  payment: { net_kobo: bigint; exposure_kobo: bigint; own_kobo: bigint },
): bigint => most(0n, least(capture_kobo - payment.own_kobo, payment.net_kobo - payment.exposure_kobo));

/**
 * How much of a dispute, or of what the holder was let keep after it, falls away because the shop has given money back itself: nobody gets it twice.
 * @returns what is no longer disputed, and what of a provisional credit goes back for it
 */
export function cutBy(
  dispute: DisputeMoney,
  payment: { net_kobo: bigint; exposure_kobo: bigint },
): { cut_kobo: bigint; taken_kobo: bigint } {
  const over = most(0n, payment.exposure_kobo - most(0n, payment.net_kobo));
  const { status, amount_kobo, credited_kobo, written_off_kobo } = dispute;
  const isKept = status === "written_off";
  const cut_kobo = least(over, isKept ? written_off_kobo : status === "refused" ? credited_kobo : amount_kobo);
  return {
    cut_kobo,
    taken_kobo: isKept || status === "refused" ? cut_kobo : most(0n, credited_kobo - (amount_kobo - cut_kobo)),
  };
}

/** How much more of what was won the shop has given back too: the holder has it by the dispute, and the refund is the issuer's. */
export const twiceBy = (
  { won_kobo, won_twice_kobo }: DisputeMoney,
  payment: { net_kobo: bigint; exposure_kobo: bigint },
): bigint => least(most(0n, payment.exposure_kobo - most(0n, payment.net_kobo)), won_kobo - won_twice_kobo);

/** How much of that, and of what paid our loss, is over again, since a refund of so much was taken back: what was won first. */
export function undoneBy(
  { won_twice_kobo, recovered_kobo }: Pick<DisputeMoney, "won_twice_kobo"> & { recovered_kobo: bigint },
  payment: { net_kobo: bigint; exposure_kobo: bigint },
  reversed_kobo: bigint,
): { won_kobo: bigint; lost_kobo: bigint } {
  const free_kobo = most(0n, payment.net_kobo - payment.exposure_kobo);
  const undone_kobo = least(free_kobo, won_twice_kobo + recovered_kobo, reversed_kobo);
  const won_kobo = least(undone_kobo, won_twice_kobo);
  return { won_kobo, lost_kobo: undone_kobo - won_kobo };
}

/**
 * What the issuer's award does: it ends the provisional credit first, what is more goes to the holder. Never more than is disputed: the rest is a difference
 * of the settlement.
 */
export function splitAward(
  award_kobo: bigint,
  { amount_kobo, credited_kobo }: DisputeMoney,
): { won_kobo: bigint; claims_kobo: bigint; rest_kobo: bigint; standing_kobo: bigint } {
  const won_kobo = least(award_kobo, amount_kobo);
  const claims_kobo = least(won_kobo, credited_kobo);
  return { won_kobo, claims_kobo, rest_kobo: won_kobo - claims_kobo, standing_kobo: credited_kobo - claims_kobo };
}

/** Which clock runs for a payment, by where it was made. */
export function clockOf(channel: string, merchant: string, own_machines: string) {
  if (channel !== "atm") return "card_dispute_shop_hours";
  const isOwn = own_machines !== "" && merchant.toLowerCase().startsWith(own_machines.toLowerCase());
  return isOwn ? "card_dispute_own_machine_hours" : "card_dispute_machine_hours";
}
