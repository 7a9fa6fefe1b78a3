/** The door of notifications: telling people something. */
export { notify, notifyCompany, notifyRoles } from "./notify.ts";
export {
  type Letter,
  type Message,
  type Note,
  type Way,
  RECEIPT,
  TROUBLE,
  handOnNotices,
  note,
  noticeSoon,
  refuseForeignLinks,
  smsOf,
  tell,
  tellAllSoon,
  tellSoon,
  tellTyped,
  write,
} from "./telling.ts";
