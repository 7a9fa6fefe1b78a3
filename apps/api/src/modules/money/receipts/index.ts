/** The door of receipts: the one engine for money that comes in. */
export { type ByHand, recordedAlone } from "./alone.ts";
export {
  type Received,
  insertReceipts,
  isReceived,
  keepAsCredit,
  lockPerson,
  receive,
  receiveForCompany,
  subjectOf,
} from "./receive.ts";
export { requestReversal, reverseReceipt } from "./reverse.ts";
